from flags import StoreDown


class Flags:
    def refresh(self) -> bool:
        """Take over the flags that the store has; whether it sent them all (rule 6)."""
        try:
            flags = {flag.name: flag for flag in self.fetch()}
        except StoreDown:
            return False
        self.flags = flags
        return True
