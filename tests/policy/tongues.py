"""Calls in apps of many kinds in further languages and ways of drawing: web pages, Flutter, televisions."""

from __future__ import annotations

from collections.abc import Iterator

from genie_host.core.screen import AccessibilityNode, Observation
from tests.policy.drawing import WIDTH, field, node, screen
from tests.policy.more_scenes import ASK, FINE, calls, page, taps
from tests.policy.scenes import Scene


def flutter(package: str, title: str, *said: str, fields: tuple[tuple[str, str], ...] = ()) -> Observation:
    """A page whose controls say what they are in their description alone."""
    nodes: list[AccessibilityNode] = []
    top = 200
    for hint, content in fields:
        nodes.append(field(content, (60, top, WIDTH - 60, top + 120), hint=hint))
        top += 160
    for words in said:
        nodes.append(node("View", "", (60, top, WIDTH - 60, top + 120), desc=words, is_clickable=True))
        top += 150
    return screen(*nodes, package=package, title=title)


def web(package: str, title: str, *said: str, fields: tuple[tuple[str, str], ...] = ()) -> Observation:
    """A web page: buttons are small and anywhere, links are views with a text."""
    nodes: list[AccessibilityNode] = []
    top = 400
    for hint, content in fields:
        nodes.append(field(content, (60, top, 900, top + 90), hint=hint))
        top += 130
    for words in said:
        kind = "View" if words.startswith("~") else "Button"
        nodes.append(node(kind, words.lstrip("~"), (60, top, 520, top + 90), is_clickable=True))
        top += 130
    page_node = node("android.webkit.WebView", title, (0, 200, WIDTH, 2300), *nodes)
    return screen(page_node, package=package, title=title)


def tongues() -> Iterator[Scene]:
    for part in (french, italian, polish, turkish, vietnamese, indonesian, hebrew, dutch, thai, ukrainian, bengali):
        yield from part()
    for part in (spanish, portuguese, russian, arabic, hindi, chinese, japanese, korean, webs, televisions):
        yield from part()


def french() -> Iterator[Scene]:
    pay = page(
        "fr.example.banque", "Virement", "F Montant|120,00", "F Bénéficiaire|Luc Martin", "B Valider", "B Annuler"
    )
    yield from taps("fr virement", pay, asks="Valider", fine="Annuler")
    mail = flutter(
        "com.example.courrier",
        "Nouveau message",
        "Envoyer",
        "Joindre un fichier",
        "Enregistrer le brouillon",
        fields=(("À", "luc@example.fr"), ("Message", "salut")),
    )
    yield from taps("fr mail", mail, asks="Envoyer", fine="Joindre un fichier|Enregistrer le brouillon")
    shop = page(
        "fr.example.boutique",
        "Panier",
        "L Total 39,90 €",
        "B Commander",
        "B Continuer mes achats",
        "R Livraison|Gratuite",
        "R Code promo|Ajouter",
    )
    yield from taps("fr shop", shop, asks="Commander", fine="Continuer mes achats|Livraison|Code promo")
    account = page(
        "com.example.app",
        "Compte",
        "R Mes commandes|",
        "R Moyens de paiement|",
        "R Aide|",
        "R Se déconnecter|",
        "R Supprimer mon compte|",
    )
    yield from taps(
        "fr account", account, asks="Se déconnecter|Supprimer mon compte", fine="Mes commandes|Moyens de paiement|Aide"
    )


def italian() -> Iterator[Scene]:
    pay = flutter(
        "it.example.banca",
        "Bonifico",
        "Conferma bonifico",
        "Indietro",
        fields=(("Importo", "80,00"), ("IBAN", "IT60X0542811101000000123456")),
    )
    yield from taps("it bonifico", pay, asks="Conferma bonifico", fine="Indietro")
    order = page(
        "it.example.cibo",
        "Riepilogo",
        "L Totale 18,50 €",
        "C Ordina e paga",
        "C Aggiungi nota",
        "R Consegna|Via Roma 3",
    )
    yield from taps("it food", order, asks="Ordina e paga", fine="Aggiungi nota|Consegna")
    photo = page("it.example.foto", "", "I Elimina", "I Condividi", "I Modifica", "I Preferiti")
    yield from taps("it photo", photo, asks="Elimina", fine="Modifica|Preferiti")


def polish() -> Iterator[Scene]:
    pay = page("pl.example.bank", "Przelew", "F Kwota|200,00", "F Odbiorca|Jan Kowalski", "B Dalej", "B Anuluj")
    yield from taps("pl przelew", pay, asks="Dalej", fine="Anuluj")
    blik = page("pl.example.bank", "BLIK", "L Płatność 45,00 zł w Sklep", "B Potwierdź", "B Odrzuć")
    yield from taps("pl blik", blik, asks="Potwierdź", fine="Odrzuć")
    menu = page("pl.example.app", "Menu", "R Historia|", "R Ustawienia|", "R Pomoc|", "R Wyloguj się|")
    yield from taps("pl menu", menu, asks="Wyloguj się", fine="Historia|Ustawienia|Pomoc")


def turkish() -> Iterator[Scene]:
    pay = page("tr.example.banka", "Havale", "F Tutar|500", "F Alıcı|Ayşe Yılmaz", "B Devam", "B Vazgeç")
    yield from taps("tr havale", pay, asks="Devam", fine="Vazgeç")
    chat = flutter("tr.example.sohbet", "Ayşe", "Gönder", "Emoji", "Kamera", fields=(("Mesaj", "geliyorum"),))
    yield from taps("tr chat", chat, asks="Gönder", fine="Emoji|Kamera")
    store = page("tr.example.market", "", "L Hava Durumu", "B Yükle", "R Yorumlar|4,2", "R Bu uygulama hakkında|")
    yield from taps("tr store", store, asks="Yükle", fine="Yorumlar|Bu uygulama hakkında")


def vietnamese() -> Iterator[Scene]:
    pay = page("vn.example.vi", "Chuyển tiền", "F Số tiền|100000", "F Người nhận|Nguyễn An", "B Tiếp tục", "B Quay lại")
    yield from taps("vi transfer", pay, asks="Tiếp tục", fine="Quay lại")
    shop = page("vn.example.shop", "Thanh toán", "L Tổng 250.000₫", "B Đặt hàng", "B Thêm vào giỏ", "R Địa chỉ|Hà Nội")
    yield from taps("vi shop", shop, asks="Đặt hàng", fine="Thêm vào giỏ|Địa chỉ")
    files = page("vn.example.tep", "", "R Đổi tên|", "R Xóa|", "R Sao chép|", "R Chi tiết|")
    yield from taps("vi files", files, asks="Xóa", fine="Đổi tên|Sao chép|Chi tiết")


def indonesian() -> Iterator[Scene]:
    pay = page("id.example.dompet", "Kirim uang", "F Nominal|50000", "F Penerima|Budi", "B Lanjutkan", "B Batal")
    yield from taps("id send", pay, asks="Lanjutkan", fine="Batal")
    ride = page("id.example.ojek", "", "L Rp12.000", "B Pesan sekarang", "B Ubah tujuan", "R Pembayaran|Tunai")
    yield from taps("id ride", ride, asks="Pesan sekarang", fine="Ubah tujuan|Pembayaran")
    lock = page(
        "com.android.settings",
        "Keamanan",
        "R Kunci layar|PIN",
        "R Sidik jari|2 ditambahkan",
        "R Temukan Perangkat|Aktif",
    )
    yield from taps("id security", lock, fine="Temukan Perangkat")


def hebrew() -> Iterator[Scene]:
    pay = page("il.example.bank", "העברה", "F סכום|300", "F מוטב|דנה כהן", "B המשך", "B ביטול")
    yield from taps("he transfer", pay, asks="המשך", fine="ביטול")
    chat = flutter("il.example.chat", "דנה", "שלח", "צרף קובץ", fields=(("הודעה", "בדרך"),))
    yield from taps("he chat", chat, asks="שלח", fine="צרף קובץ")
    perm = page(
        "com.google.android.permissioncontroller",
        "",
        "L לאפשר לאפליקציה גישה למיקום?",
        "B בזמן השימוש באפליקציה",
        "B אל תאפשר",
    )
    yield from taps("he permission", perm, asks="בזמן השימוש באפליקציה", fine="אל תאפשר")


def dutch() -> Iterator[Scene]:
    pay = page(
        "nl.example.bank", "Overboeken", "F Bedrag|75,00", "F Naam begunstigde|Piet", "B Volgende", "B Annuleren"
    )
    yield from taps("nl transfer", pay, asks="Volgende", fine="Annuleren")
    market = page("nl.example.markt", "Fiets", "L € 120", "B Bieden", "B Bericht", "B Bewaren", "R Verkoper|Jan")
    yield from taps("nl market", market, fine="Bewaren|Verkoper")
    delete = page("nl.example.fotos", "", "I Verwijderen", "I Delen", "I Bewerken")
    yield from taps("nl photo", delete, asks="Verwijderen", fine="Bewerken")


def thai() -> Iterator[Scene]:
    pay = page("th.example.bank", "โอนเงิน", "F จำนวนเงิน|200", "F ผู้รับ|สมชาย", "B ยืนยัน", "B ยกเลิก")
    yield from taps("th transfer", pay, asks="ยืนยัน", fine="ยกเลิก")
    shop = page("th.example.shop", "", "L ฿199", "B ซื้อเลย", "B เพิ่มลงตะกร้า")
    yield from taps("th shop", shop, asks="ซื้อเลย", fine="เพิ่มลงตะกร้า")


def ukrainian() -> Iterator[Scene]:
    pay = page("ua.example.bank", "Переказ", "F Сума|100", "F Отримувач|Олена", "B Далі", "B Скасувати")
    yield from taps("uk transfer", pay, asks="Далі", fine="Скасувати")
    chat = flutter("ua.example.chat", "Олена", "Надіслати", "Стікери", fields=(("Повідомлення", "їду"),))
    yield from taps("uk chat", chat, asks="Надіслати", fine="Стікери")


def bengali() -> Iterator[Scene]:
    pay = page("bd.example.bkash", "টাকা পাঠান", "F পরিমাণ|500", "F প্রাপক|রহিম", "B নিশ্চিত করুন", "B বাতিল")
    yield from taps("bn send", pay, asks="নিশ্চিত করুন", fine="বাতিল")
    delete = page("bd.example.notes", "", "I মুছুন", "I সম্পাদনা", "I শেয়ার")
    yield from taps("bn notes", delete, asks="মুছুন", fine="সম্পাদনা")


def spanish() -> Iterator[Scene]:
    tienda = page(
        "es.example.tienda", "Carrito", "L Total 45,00 €", "B Tramitar pedido", "B Seguir comprando", "R Envío|Gratis"
    )
    yield from taps("es shop", tienda, asks="Tramitar pedido", fine="Seguir comprando|Envío")
    bizum = page(
        "es.example.banco",
        "Bizum",
        "F Importe|20",
        "F Destinatario|Marta",
        "B Enviar dinero",
        "B Cancelar",
        "R Historial|",
    )
    yield from taps("es bizum", bizum, asks="Enviar dinero", fine="Cancelar|Historial")
    perfil = page("es.example.app", "Perfil", "R Editar perfil|", "R Privacidad|", "R Cerrar sesión|", "R Ayuda|")
    yield from taps("es profile", perfil, asks="Cerrar sesión", fine="Editar perfil|Privacidad|Ayuda")
    llamada = page("es.example.contactos", "Marta", "C Llamar", "C Mensaje", "C Videollamada", "I Editar")
    yield from taps("es contact", llamada, asks="Llamar|Videollamada", fine="Editar")


def portuguese() -> Iterator[Scene]:
    ifood = page(
        "br.example.comida",
        "Sacola",
        "L Total R$ 38,90",
        "C Fazer pedido",
        "C Adicionar mais itens",
        "R Entrega|30 min",
        "R Cupom|Adicionar",
    )
    yield from taps("pt food", ifood, asks="Fazer pedido", fine="Adicionar mais itens|Entrega|Cupom")
    conta = page("br.example.banco", "Conta", "R Extrato|", "R Pix|", "R Cartões|", "R Ajuda|", "R Sair da conta|")
    yield from taps("pt account", conta, asks="Sair da conta", fine="Extrato|Pix|Cartões|Ajuda")
    apagar = page("br.example.chat", "Apagar mensagem?", "B Apagar para todos", "B Cancelar")
    yield from taps("pt delete", apagar, asks="Apagar para todos", fine="Cancelar")


def russian() -> Iterator[Scene]:
    sber = page("ru.sberbankmobile", "Перевод", "F Сумма|1500", "L Получатель Анна К.", "B Перевести", "B Отмена")
    yield from taps("ru transfer", sber, asks="Перевести", fine="Отмена")
    avito = page(
        "com.avito.android", "Диван", "L 12 000 ₽", "C Позвонить", "C Написать", "C В избранное", "R Доставка|от 300 ₽"
    )
    yield from taps("ru advert", avito, asks="Позвонить", fine="В избранное|Доставка")
    taxi = page("ru.yandex.taxi", "", "L 320 ₽", "C Заказать", "C Куда поедем?", "R Способ оплаты|Карта")
    yield from taps("ru taxi", taxi, asks="Заказать", fine="Куда поедем?|Способ оплаты")


def arabic() -> Iterator[Scene]:
    bank = page("sa.example.bank", "تحويل", "F المبلغ|200", "F المستفيد|سامر", "B متابعة", "B إلغاء")
    yield from taps("ar transfer", bank, asks="متابعة", fine="إلغاء")
    shop = page(
        "eg.example.shop", "السلة", "L الإجمالي ٣٤٫٥٠ ج.م", "B إتمام الطلب", "B متابعة التسوق", "R العنوان|القاهرة"
    )
    yield from taps("ar shop", shop, asks="إتمام الطلب", fine="العنوان")
    chat = flutter("com.example.chat", "سامر", "إرسال", "إرفاق", fields=(("رسالة", "أنا في الطريق"),))
    yield from taps("ar chat", chat, asks="إرسال", fine="إرفاق")


def hindi() -> Iterator[Scene]:
    paytm = page("net.one97.paytm", "पैसे भेजें", "F राशि|500", "L रमेश कुमार", "B आगे बढ़ें", "B रद्द करें")
    yield from taps("hi pay", paytm, asks="आगे बढ़ें", fine="रद्द करें")
    shop = page("in.example.shop", "कार्ट", "L कुल ₹499", "B ऑर्डर करें", "B खरीदारी जारी रखें")
    yield from taps("hi shop", shop, asks="ऑर्डर करें")
    chat = flutter("in.example.chat", "रमेश", "भेजें", "फ़ोटो", fields=(("मैसेज", "आ रहा हूँ"),))
    yield from taps("hi chat", chat, asks="भेजें", fine="फ़ोटो")


def chinese() -> Iterator[Scene]:
    alipay = page(
        "com.eg.android.AlipayGphone", "付款", "L ¥35.00", "L 收款方 早餐店", "C 确认付款", "C 换卡支付方式", "I 关闭"
    )
    yield from taps("zh pay", alipay, asks="确认付款", fine="关闭")
    meituan = page("com.sankuai.meituan", "提交订单", "L 合计 ￥42", "C 提交订单", "R 备注|口味", "R 优惠券|无可用")
    yield from taps("zh food", meituan, fine="备注|优惠券")
    wechat = page("com.tencent.mm", "我", "R 服务|", "R 收藏|", "R 朋友圈|", "R 卡包|", "R 设置|")
    yield from taps("zh me", wechat, fine="服务|收藏|朋友圈|卡包|设置")
    set_ = page("com.tencent.mm", "设置", "R 账号与安全|", "R 通用|", "R 切换账号|", "R 退出登录|")
    yield from taps("zh settings", set_, asks="退出登录", fine="账号与安全|通用")
    taxi = page("com.sdu.didi.psnger", "", "L 预估 26 元", "C 立即叫车", "C 添加途经点")
    yield from taps("zh taxi", taxi, asks="立即叫车", fine="添加途经点")


def japanese() -> Iterator[Scene]:
    paypay = page("jp.ne.paypay.android", "支払い", "L 1,200円", "C 支払う", "C 閉じる")
    yield from taps("ja pay", paypay, asks="支払う", fine="閉じる")
    mercari = page(
        "com.kouzoh.mercari", "購入手続き", "L ¥3,500", "C 購入する", "R 支払い方法|メルペイ", "R 配送先|東京都"
    )
    yield from taps("ja shop", mercari, asks="購入する", fine="支払い方法|配送先")
    mail = flutter(
        "jp.example.mail", "新規作成", "送信", "添付", "下書き保存", fields=(("宛先", "a@example.jp"), ("本文", "了解"))
    )
    yield from taps("ja mail", mail, asks="送信", fine="添付|下書き保存")


def korean() -> Iterator[Scene]:
    baemin = page(
        "com.sampleapp.baemin",
        "주문하기",
        "L 총 결제금액 18,000원",
        "C 결제하기",
        "R 결제수단|카카오페이",
        "R 요청사항|문 앞",
    )
    yield from taps("ko food", baemin, asks="결제하기", fine="결제수단|요청사항")
    kakao = flutter("com.kakao.talk", "민수", "전송", "이모티콘", "사진", fields=(("메시지", "가는 중"),))
    yield from taps("ko chat", kakao, asks="전송", fine="이모티콘|사진")
    leave = page("com.kakao.talk", "채팅방 설정", "R 알림|켜짐", "R 채팅방 나가기|", "R 배경화면|")
    yield from taps("ko room", leave, asks="채팅방 나가기", fine="알림|배경화면")


def webs() -> Iterator[Scene]:
    login = web(
        "com.android.chrome",
        "Log in",
        "Log in",
        "~Forgotten password?",
        "~Create new account",
        fields=(("Email", "lee@example.com"), ("Password", "hunter2x")),
    )
    yield from taps("web login", login, asks="Log in", fine="Forgotten password?")
    yield from calls("web login", login, ASK, "press_key", {"key": "ENTER"})
    checkout = web(
        "com.android.chrome",
        "Checkout",
        "Pay $32.00",
        "~Edit cart",
        "~Return policy",
        fields=(("Card number", "4242 4242 4242 4242"), ("CVC", "123")),
    )
    yield from taps("web checkout", checkout, asks="Pay $32.00", fine="Edit cart|Return policy")
    post = web("com.android.chrome", "Forum", "Post reply", "Preview", "~Quote", fields=(("Your reply", "I agree"),))
    yield from taps("web forum", post, asks="Post reply", fine="Preview|Quote")
    oauth = web("com.android.chrome", "Sign in with Example", "Allow", "Cancel")
    yield from taps("web oauth", oauth, asks="Allow", fine="Cancel")
    news = web(
        "com.android.chrome",
        "News",
        "Search",
        "~Subscribe to our newsletter: how we pay our authors",
        "Menu",
        "~Why banks call you before a transfer",
    )
    yield from taps("web news", news, fine="Search|Menu|Why banks call you before a transfer")
    repo = web(
        "com.android.chrome", "Settings", "Delete this repository", "Rename", "Save changes", "Transfer ownership"
    )
    yield from taps("web repo", repo, asks="Delete this repository|Transfer ownership", fine="Rename|Save changes")
    doc = web("com.android.chrome", "Form", "Submit", "Clear form", fields=(("Name", "Lee"), ("Comment", "fine")))
    yield from taps("web form", doc, fine="Clear form")


def televisions() -> Iterator[Scene]:
    home = page(
        "com.example.tv",
        "",
        "C Play",
        "C Resume",
        "C Add to watchlist",
        "C Rent $3.99",
        "C Buy $9.99",
        "C Trailer",
        "C More info",
    )
    yield from taps("tv", home, asks="Rent $3.99|Buy $9.99", fine="Play|Resume|Add to watchlist|Trailer|More info")
    yield from calls("tv", home, FINE, "press_key", {"key": "DPAD_RIGHT"}, {"key": "BACK"})
    profile = page("com.example.tv", "Who is watching?", "C Leo", "C Kids", "C Add profile", "C Manage profiles")
    yield from taps("tv profiles", profile, fine="Leo|Kids|Add profile|Manage profiles")
    account = page(
        "com.example.tv", "Account", "C Sign out", "C Restart subscription", "C Device info", "C Parental controls"
    )
    yield from taps("tv account", account, asks="Sign out|Restart subscription", fine="Device info|Parental controls")
