"""What lies in the folder of a result: for scripts/faults and scripts/soak, which break programs while they write."""

import hashlib
import json
import os

# Keys of a summary that may differ between two runs of the same scenario.
VARYING = {"wall_seconds", "remembered", "march_seconds", "seconds", "body_steps_per_second", "threads", "ranks", "target",
           "certificate", "error_first_part", "notes"}


class Damaged(Exception):
    """A result that is neither whole nor absent; the sentence says what is wrong."""


def manifest_of(folder):
    """The bytes of manifest.json after all files were found to be as it says; None if there is no manifest."""
    try:
        with open(os.path.join(folder, "manifest.json"), "rb") as file:
            text = file.read()
    except FileNotFoundError:
        return None
    try:
        listed = json.loads(text)["files"]
    except (ValueError, KeyError) as error:
        raise Damaged(f"{folder}/manifest.json cannot be read: {error}") from error
    for entry in listed:
        name = os.path.join(folder, entry["name"])
        try:
            with open(name, "rb") as file:
                found = file.read()
        except OSError as error:
            raise Damaged(f"{name}: {error.strerror}, though the manifest lists it") from error
        if len(found) != entry["bytes"] or hashlib.sha256(found).hexdigest() != entry["sha256"]:
            raise Damaged(f"{name} is not the file that the manifest describes")
    return text


def is_complete(manifest):
    return json.loads(manifest)["complete"]


def strangers(folder, manifest):
    """Names in the folder that the manifest does not list."""
    listed = {entry["name"] for entry in json.loads(manifest)["files"]} | {"manifest.json"}
    return sorted(set(os.listdir(folder)) - listed)


def contents(folder):
    """Name and text of each file, without what differs from one time to the next: measured times, pages that show them,
    by how many the work was done, and the certificate, which is added to a result that is already there."""
    found = {}
    for entry in json.loads(manifest_of(folder))["files"]:
        name = entry["name"]
        if name.endswith(".html"):
            continue
        with open(os.path.join(folder, name), "rb") as file:
            text = file.read()
        if name.endswith(".json"):
            text = without_times(json.loads(text))
        elif name == "compare.csv":
            rows = [line.split(",") for line in text.decode().splitlines()]
            measured = rows[0].index("seconds")
            text = [row[:measured] + row[measured + 1:] for row in rows]
        found[name] = text
    return found


def without_times(value):
    if isinstance(value, list):
        return [without_times(each) for each in value]
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in VARYING}
    return value
