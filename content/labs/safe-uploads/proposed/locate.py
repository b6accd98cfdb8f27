import posixpath

from uploads import Refused, folder_of


class Uploads:
    def locate(self, ticket: str, asked: str) -> str:
        """The absolute path of a file that a link asks for (rule 5)."""
        folder = folder_of(self.root, ticket)
        path = posixpath.normpath(posixpath.join(folder, asked))
        if not path.startswith(folder):
            raise Refused(asked)
        return path
