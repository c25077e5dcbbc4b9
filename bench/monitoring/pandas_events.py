"""The peer of bench/monitoring.ts: the same events by pandas, once, with the declared settings."""

import json
import re
import sys
import time

import pandas as pd

THRESHOLD, SLOPE, MINIMUM, MERGE, MAXIMUM = 15.0, 0.5, 10, 30, 720
started, cpu = time.perf_counter(), time.process_time()

data = pd.read_csv(
    sys.argv[1],
    dtype={"device": "category", "temperature": "float32"},
    parse_dates=["timestamp"],
    date_format="%Y-%m-%d %H:%M:%S",
)
data = data.sort_values(["device", "timestamp"], kind="stable").drop_duplicates(["device", "timestamp"])
data["day"] = data["timestamp"].dt.floor("D")
by_day = data.groupby(["device", "day"], observed=True)["temperature"]
data["ambient"] = by_day.transform(lambda day: day.quantile(0.1, interpolation="lower"))
step = data.groupby("device", observed=True)["timestamp"].diff().dt.total_seconds() / 60
interval = step.median()
data["slope"] = data.groupby("device", observed=True)["temperature"].diff() / step
# The steepest rise from half an hour before a reading on.
window = max(1, round(30 / interval))
data["rise"] = (
    data.groupby("device", observed=True)["slope"].rolling(window, min_periods=1).max().reset_index(level=0, drop=True)
)
hot = data[data["temperature"] >= data["ambient"] + THRESHOLD].copy()
gap = hot.groupby("device", observed=True)["timestamp"].diff().dt.total_seconds() / 60
hot["event"] = (gap.isna() | (gap > MERGE + interval)).cumsum()
events = hot.groupby("event").agg(
    device=("device", "first"),
    start=("timestamp", "first"),
    end=("timestamp", "last"),
    peak=("temperature", "max"),
    rise=("rise", "max"),
)
minutes = (events["end"] - events["start"]).dt.total_seconds() / 60 + interval
events = events[(minutes >= MINIMUM) & (minutes <= MAXIMUM) & (events["rise"] >= SLOPE)]
samples = data.groupby(["device", "day"], observed=True).size()
observed = samples[samples >= 0.9 * 1440 / interval].index
used = pd.MultiIndex.from_arrays([events["device"], events["start"].dt.floor("D")]).unique()

print(
    json.dumps(
        {
            "clock": time.perf_counter() - started,
            "cpu": time.process_time() - cpu,
            "megabytes": int(re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read()).group(1)) / 1024,
            "readings": len(data),
            "events": len(events),
            "useDays": len(used.intersection(observed)),
        }
    )
)
