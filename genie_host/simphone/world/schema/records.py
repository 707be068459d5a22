"""What an app file is made of: an app, its screens, and the items on them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from genie_host.simphone.world.schema.verbs import TARGET_SCHEMA, Action

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of a screen 1080 wide and 2400 high; other screens are scaled to it."""

Kind = Literal[
    "row",
    "switch",
    "text",
    "heading",
    "button",
    "field",
    "bubble",
    "icon",
    "checkbox",
    "radio",
    "slider",
    "image",
    "card",
    "tab",
    "spinner",
    "chip",
]
Tree = Literal["native", "compose", "flutter", "webview", "opaque"]
InputType = Literal["text", "number", "phone", "email", "password", "otp", "card"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Item(_Record):
    """One thing on a screen."""

    kind: Kind
    text: str = ""
    summary: str = ""
    description: str = ""
    """Content description; for things without a text, such as icon buttons."""
    id: str = ""
    """Resource id without the package; a default per kind when empty."""
    class_name: str = ""
    """Widget class instead of the one of its kind."""
    bind: str = ""
    """Path of the variable that a switch, field, checkbox, radio, slider or spinner shows and changes."""
    value: str = ""
    """What a radio sets its variable to."""
    min: int = 0
    max: int = 100
    """Ends of a slider."""
    options: list[str] | str = Field(default_factory=list)
    """What a spinner offers: texts, or the path of a list of texts."""
    hint: str = ""
    password: bool = False
    input_type: InputType = "text"
    max_length: int | None = None
    """The most characters a field takes."""
    hidden_text: str = ""
    """Text that is in the tree but not in the picture."""
    unlabelled: bool = False
    """Drawn with its text, but the tree has neither text nor description for it."""
    lines: int = 1
    """Height of a field or text in lines."""
    each: str = ""
    """Path of a list: the item is repeated for each entry, which is called ``item``."""
    when: str = ""
    """Path that must hold something for the item to be shown; ``!path`` for the contrary, ``path=value`` to compare."""
    enabled_when: str = ""
    checked_when: str = ""
    selected_when: str = ""
    bounds: Box | None = None
    """Where it is in a free layout."""
    page: int = 0
    """Which page it is on in a paged layout."""
    items: list[Item] = Field(default_factory=list)
    """What is inside: the buttons of a card."""
    tap: list[Action] = Field(default_factory=list)
    long_press: list[Action] = Field(default_factory=list)


class Overlay(_Record):
    """Something that covers a part of the screen: an advertisement, a cookie banner."""

    when: str = ""
    bounds: Box
    items: list[Item] = Field(default_factory=list)
    window: Literal["app", "popup"] = "app"
    """In the app's own window, or in a small one of its own."""
    id: str = ""


class Endless(_Record):
    """A list that grows when its end comes into sight."""

    list: str
    """Path of the list."""
    batch: int = Field(default=10, ge=1)
    make: dict[str, Any]
    """Fields of a new entry; ``{n}`` counts the entries from 1."""
    limit: int = 500
    """The most entries it grows to."""


class Screen(_Record):
    """A title bar, a body that scrolls by rows, and things that stay in place below it."""

    title: str = ""
    up: bool = True
    """Has the arrow that goes back."""
    tree: Tree = "native"
    """Which toolkit draws the screen, and so what its accessibility tree gives away."""
    actions: list[Item] = Field(default_factory=list)
    body: list[Item] = Field(default_factory=list)
    layout: Literal["list", "grid", "free", "pages"] = "list"
    stick: Literal["top", "end"] = "top"
    """Where the body stands when the screen opens."""
    bar: list[Item] = Field(default_factory=list)
    """Side by side at the bottom: a composer, or tabs."""
    floating: Item | None = None
    overlays: list[Overlay] = Field(default_factory=list)
    endless: Endless | None = None
    on_open: list[Action] = Field(default_factory=list)
    settle_ms: int = Field(default=0, ge=0)
    """The tree shows the former screen for so long after this one has opened."""
    animates: bool = False
    """Never still, so that ``uiautomator dump`` waits in vain."""
    orientation: Literal["portrait", "landscape", "any"] = "any"
    activity: str = ""
    secure: bool = False


class Dialog(_Record):
    """A small window in front of the screen."""

    title: str
    message: str = ""
    items: list[Item] = Field(default_factory=list)
    """Choices or fields between message and buttons."""
    buttons: list[Item] = Field(default_factory=list)


class _Target(_Record):
    screen: str
    args: dict[str, str] = Field(default_factory=dict)


def _spelled_out(value: object) -> object:
    return {"screen": value} if isinstance(value, str) else value


Target = Annotated[_Target, BeforeValidator(_spelled_out), WithJsonSchema(TARGET_SCHEMA)]
"""A screen and its arguments; the screen's name alone will do."""


class Link(_Record):
    """An address that the app opens: ``https://shop.example/item/{id}``."""

    url: str
    goto: Target


class IntentFilter(_Record):
    """An intent that the app answers."""

    action: str
    type: str = ""
    """MIME type it is limited to."""
    goto: Target


class App(_Record):
    """One app: its identity, its variables when new, its screens."""

    app_id: str
    package: str
    label: str
    activity: str = ".MainActivity"
    version: str = "1.0"
    category: str = ""
    """``finance``, ``shopping``, ``communication``, ``system`` ..."""
    icon: str = Field(default="", pattern="^(#[0-9a-fA-F]{6})?$")
    """Colour of its icon, ``#rrggbb``."""
    permissions: list[str] = Field(default_factory=list)
    """What it may ask for at run time: ``camera``, ``contacts`` ..."""
    links: list[Link] = Field(default_factory=list)
    intents: list[IntentFilter] = Field(default_factory=list)
    removable: bool = True
    has_icon: bool = True
    """In the launcher, and found by whoever asks for what the launcher shows."""
    state: dict[str, Any] = Field(default_factory=dict)
    screens: dict[str, Screen]
    dialogs: dict[str, Dialog] = Field(default_factory=dict)
