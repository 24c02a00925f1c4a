"""Where ranges of the decoded text stand in the file."""

from bisect import bisect_left

from linedscript.records.base import Range
from linedscript.screenplay.layer import Layer
from linedscript.screenplay.raw_offsets import RawOffsets


class RawRanges:
    def __init__(self, data: bytes, layer: Layer) -> None:
        self._offsets = RawOffsets(data, layer)
        self._runs = layer.runs
        self._ends = [run.start + run.length for run in layer.runs]

    def of(self, span: Range) -> Range:
        """The bytes from the first character's first to the last one's last, with a container's markup between them.

        Empty where the container only implies what stands in the range.
        """
        start, end = span
        low = self._offsets.at(start)
        number = bisect_left(self._ends, end)
        if number < len(self._ends) and self._ends[number] == end:
            run = self._runs[number]
            return low, max(low, run.raw + run.raw_length)
        return low, max(low, self._offsets.at(end))
