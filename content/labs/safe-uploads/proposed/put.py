import posixpath

from uploads import MOST_COPIES, Refused, clean, folder_of, parts_of


class Uploads:
    def put(self, ticket: str, sent: str, data: bytes) -> str:
        """Store an upload; its path in the ticket's folder (rule 4)."""
        folder = folder_of(self.root, ticket)
        name = "/".join(clean(part) for part in parts_of(sent))
        stem, extension = posixpath.splitext(name)
        for number in range(1, MOST_COPIES + 1):
            path = f"{stem} ({number}){extension}" if number > 1 else name
            if self.volume.create(f"{folder}/{path}", data):
                return path
        raise Refused(sent)
