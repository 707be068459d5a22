"""Draft mode: everything is composed, nothing is committed. What would have been done is listed at the end. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.core.calls import ToolCall
from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import ApprovalRequest, RiskClass, Ruling, Scope, Stake, Verdict
from genie_host.policy.layout import Layout, content_of, inner_texts, is_field, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.normalise import normalise
from genie_host.policy.tool_names import PRESSING

_LASTING_SCOPES = frozenset({Scope.DEVICE, Scope.PERMISSIONS})
_LASTING_TOOLS = frozenset({"set_clipboard"})
_HARMLESS_DEVICE = frozenset({"wake", "unlock"})
_ACTIVATING = frozenset({"enter", "go", "send", "done"})
_SAVING = frozenset(
    (
        "save done finish update add create apply set ok guardar listo aceptar añadir salvar concluir adicionar "
        "enregistrer terminé ajouter valider salva fine aggiungi speichern fertig hinzufügen opslaan gereed toevoegen "
        "zapisz gotowe dodaj сохранить готово добавить зберегти حفظ تم إضافة שמור סיום הוסף kaydet bitti ekle simpan "
        "selesai tambah lưu xong thêm सहेजें पूर्ण जोड़ें 保存 完成 添加 儲存 追加 完了 저장 완료 추가"
    ).split()
)
"""Labels of controls that keep what was composed; the whole label, or its first word."""


@dataclass(frozen=True, kw_only=True)
class Drafted:
    """One thing that was not done."""

    tool_name: str
    target: str
    app_label: str
    details: tuple[tuple[str, str], ...]

    def sentence(self) -> str:
        """For a person: ``click Send in Messages (recipient: Mum; text: hi)``."""
        words = " ".join(part for part in (self.tool_name.replace("_", " "), self.target) if part)
        place = f" in {self.app_label}" if self.app_label else ""
        details = "; ".join(f"{name}: {value}" for name, value in self.details)
        return f"{words}{place}{f' ({details})' if details else ''}"


def drafted(request: ApprovalRequest) -> Drafted:
    """What a request for approval would have been about."""
    return Drafted(
        tool_name=request.tool_name, target=request.target, app_label=request.app_label, details=request.details
    )


def commits(
    call: ToolCall,
    risk: RiskClass,
    scope: Scope,
    target: AccessibilityNode | None,
    verdict: Verdict,
    layout: Layout,
) -> bool:
    """Would this call leave something behind that is not a draft?

    Everything that is asked about does, however little is asked at this level of autonomy; and switches, what saves,
    the keys that do what a button does, and the phone's own settings.
    """
    if verdict.ruling is not Ruling.ALLOW or verdict.stake is not Stake.OTHER:
        return True
    if any(evidence.is_decisive for evidence in verdict.evidence):
        return True
    if call.tool_name in _LASTING_TOOLS or (scope in _LASTING_SCOPES and call.tool_name not in _HARMLESS_DEVICE):
        return True
    if call.tool_name in PRESSING:
        return str(call.arguments.get("key") or "") in _ACTIVATING and _has_something_to_keep(layout)
    if risk is not RiskClass.TOUCH or target is None or is_field(target):
        return False
    return box_of(target, layout) is not None or any(
        _saves(text) for text in own_texts(target) or inner_texts(target)[:1]
    )


def box_of(node: AccessibilityNode, layout: Layout) -> AccessibilityNode | None:
    """The switch or tick box that a touch flips: the node itself, or the only one in the row that takes the touch."""
    boxes = [each for each in node.walk() if each.is_checkable]
    if node.is_checkable or layout.is_large(node):
        return node if node.is_checkable else None
    return boxes[0] if len(boxes) == 1 else None


def _saves(label: str) -> bool:
    said = normalise(label)
    first = said.split(" ", 1)[0]
    reading = lexicon().read(label)
    return said in _SAVING or first in _SAVING or bool(reading.leading)


def _has_something_to_keep(layout: Layout) -> bool:
    return any(content_of(field) for field in layout.fields) or any(node.is_focused for node in layout.clickables)
