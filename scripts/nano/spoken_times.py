"""Times of day, drawn at random and said as some person would say them."""

from random import Random

from genie_host.agent.times import TimeOfDay


def draw_time(rng: Random) -> TimeOfDay:
    """A time of day; round ones are likelier, as in life."""
    return TimeOfDay(rng.randrange(24), rng.choice([0, 0, 15, 30, 30, 45, rng.randrange(60), 5 * rng.randrange(12)]))


_HOURS = "twelve one two three four five six seven eight nine ten eleven".split()
_SPOKEN = {5: "five", 10: "ten", 15: "quarter", 20: "twenty", 25: "twenty five"}
_PAST_THE_MIDDLES = {30: "half past", 15: "quarter past", 10: "ten minutes past", 20: "twenty minutes past"}
_READ_OUT = {15: "fifteen", 20: "twenty", 40: "forty", 45: "forty five", 50: "fifty", 10: "ten"}


def say_time(rng: Random, time: TimeOfDay) -> str:
    """The time as some person would say it, with the half of the day where it is needed."""
    hour, minute = time.hour, time.minute
    twelve = hour % 12 or 12
    half = rng.choice(["am", "a.m.", " am", " in the morning"]) if hour < 12 else rng.choice(["pm", " pm", " p.m."])
    if hour >= 12 and rng.random() < 0.3:
        half = (
            " in the afternoon"
            if hour < 18
            else rng.choice([" in the evening", " at night"])
            if hour >= 20
            else " in the evening"
        )
    if 1 <= hour < 12 and rng.random() < 0.5:
        half = ""
    spoken_half = half if half.startswith(" ") or not half else f" {half}"
    forms = [
        f"{hour:02}:{minute:02}",
        f"{hour}:{minute:02}",
        f"{twelve}:{minute:02}{half}",
        f"{twelve}.{minute:02}{half}",
    ]
    if minute == 0:
        forms += [f"{twelve}{half}"] * 2 if half else [f"{twelve} o'clock", f"{_HOURS[hour % 12]} o'clock"]
        forms += [f"{_HOURS[hour % 12]}{spoken_half}"] if half else []
        forms += ["noon"] if hour == 12 else ["midnight"] if hour == 0 else []
    if minute == 30:
        forms += [f"half past {_HOURS[hour % 12]}{spoken_half}", f"{_HOURS[hour % 12]} thirty{spoken_half}"]
    if minute in _SPOKEN:
        forms += [f"{_SPOKEN[minute]} past {rng.choice([_HOURS[hour % 12], str(twelve)])}{spoken_half}"]
    if 60 - minute in _SPOKEN:
        forms += [f"{_SPOKEN[60 - minute]} to {_HOURS[(hour + 1) % 12]}{spoken_half}"] if hour not in (11, 23) else []
    if 0 < minute <= 30 and hour % 12 and rng.random() < 0.5:
        forms += [f"{minute} minutes past {_HOURS[hour % 12]}{spoken_half}", f"{minute} past {twelve}{spoken_half}"]
    if minute in _PAST_THE_MIDDLES and hour in (0, 12):
        forms += [f"{_PAST_THE_MIDDLES[minute]} {'noon' if hour else 'midnight'}"] * 3
    if minute in _READ_OUT:
        forms += [f"{_HOURS[hour % 12]} {_READ_OUT[minute]}{spoken_half}"]
    return rng.choice(forms)
