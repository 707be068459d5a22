"""Text into the field that has the focus."""

from __future__ import annotations

from genie_host.simphone.world import paths
from genie_host.simphone.world.layout.fields import accepted
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.touch import Touch


class Text(Touch):
    """The part of the phone that text goes into."""

    def type_text(self, text: str) -> bool:
        """Append to the focused field, or to a PIN that is asked for; False when neither is there."""
        self.tick()
        if self.is_locked:
            return self._type_pin(text)
        if not self.focus:
            return False
        field = self._focused_field()
        self._set_field(field, self._value_of(field) + text)
        return self._changed()

    def set_text(self, node_path: str, text: str) -> bool:
        """Replace the text of the field at a path; False when it is no field."""
        self.tick()
        node = next((n for root in self.roots() for n in root.walk() if n.path == node_path), None)
        if node is None or not node.class_name.endswith("EditText"):
            return False
        if not node.bind:
            self.system.lock.entered = text
            return self._changed()
        self.focus = node.bind
        self._set_field(node, text)
        return self._changed()

    def clear_focused(self) -> bool:
        """Empty the focused field."""
        if self.focus:
            self._set_field(self._focused_field(), "")
        return self._changed()

    def delete_backward(self) -> None:
        """Take away the last character."""
        if self.is_locked:
            self.press_pin("delete")
        elif self.focus:
            field = self._focused_field()
            self._set_field(field, self._value_of(field)[:-1])

    def copy(self, text: str) -> None:
        """Put text on the clipboard."""
        self.clipboard = text
        self.log.append("copied", package=self.app.package, text=text)

    def copy_focused(self, *, cut: bool = False) -> None:
        """Put the focused field's text on the clipboard."""
        if self.focus:
            field = self._focused_field()
            self.copy(self._value_of(field))
            if cut:
                self._set_field(field, "")

    def type_key(self, character: str) -> None:
        """A key of the on-screen keyboard."""
        self.type_text(character)
        if self.system.keyboard == "capitals":
            self.system.keyboard = "letters"

    def focus_next(self) -> None:
        """The field after the focused one, or the first."""
        fields = [node for node in self._fields() if node.bind and node.enabled]
        places = [position for position, node in enumerate(fields) if node.bind == self.focus]
        if fields:
            self.focus = fields[(places[0] + 1) % len(fields) if places else 0].bind

    def _type_pin(self, text: str) -> bool:
        if not self.system.lock.asks_pin:
            return False
        for character in text:
            if character.isdecimal():
                self.press_pin(character)
        return True

    def _fields(self) -> list[SimNode]:
        return [
            node
            for window in self.app_windows()
            for node in window.root.walk_seen()
            if node.class_name.endswith("EditText")
        ]

    def _focused_field(self) -> SimNode | None:
        """Out of sight, a field keeps the focus; then there is no node for it."""
        return next((node for node in reversed(self._fields()) if node.bind == self.focus), None)

    def _value_of(self, field: SimNode | None) -> str:
        return str(paths.lookup(field.scope if field else self.scope(), self.focus) or "")

    def _set_field(self, field: SimNode | None, text: str) -> None:
        kept = accepted(field, text) if field else text
        paths.assign(field.scope if field else self.scope(), self.focus, kept)
        self.log.append("text_entered", package=self.app.package, field=self.focus, text=kept)
