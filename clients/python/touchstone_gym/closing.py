"""What is closed at the end of a ``with`` block."""

from types import TracebackType
from typing import Optional, Type, TypeVar

Self = TypeVar("Self", bound="Closing")


class Closing:
    """Closes itself when its block ends, however it ends."""

    def close(self) -> None:
        """Gives back what it holds. Doing it twice is harmless."""
        raise NotImplementedError

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()
