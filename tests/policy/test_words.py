"""Labels of controls and pages as apps of many languages have them: deeds, and words that sound like deeds."""

from __future__ import annotations

import pytest

from genie_host.policy.lexicon import lexicon

DEEDS = """
Pagar 45,00 €|Pagar ahora|Comprar ahora|Enviar dinero a Marta|Eliminar conversación|Borrar todo
Desinstalar aplicación|Cerrar todas las sesiones|Llamar a Ana|Publicar|Responder y enviar|Confirmar y pagar
Suscribirse|Reservar mesa
Pagar agora|Comprar com 1 clique|Excluir conta|Apagar mensagem|Desinstalar app|Ligar para Ana
Enviar mensagem de áudio|Assinar agora|Confirmar pedido|Transferir R$ 50
Payer 12,00 €|Acheter maintenant|Supprimer le compte|Désinstaller l'application|Appeler Luc|Envoyer le message
S'abonner|Confirmer la commande|Autoriser l'accès|Installer quand même|Vider la corbeille
Jetzt bezahlen|In den Papierkorb verschieben|Konto löschen|App deinstallieren|Anna anrufen|Nachricht absenden
Kostenpflichtig abonnieren|Zugriff zulassen|Trotzdem installieren|Alle Daten löschen|Abo abschließen
Оплатить 300 ₽|Купить в один клик|Удалить аккаунт|Удалить приложение|Позвонить Анне|Отправить сообщение
Оформить подписку|Разрешить доступ|Установить приложение|Перевести 500 ₽|Очистить корзину
ادفع 50 ر.س|اشتر الآن|حذف الحساب|إلغاء تثبيت التطبيق|اتصل بأحمد|إرسال الرسالة|اشترك الآن|السماح بالوصول
تثبيت التطبيق|تأكيد الطلب|تسجيل الخروج من كل الأجهزة
₹500 का भुगतान करें|अभी खरीदें|खाता मिटाएं|ऐप्लिकेशन अनइंस्टॉल करें|राम को कॉल करें|मैसेज भेजें|सदस्यता लें
ऐक्सेस की अनुमति दें|ऐप इंस्टॉल करें|ऑर्डर की पुष्टि करें
立即支付|确认购买|删除账号|卸载应用|呼叫张三|发送消息|开通会员|允许访问|安装应用|确认下单|退出所有设备|删除好友|解绑银行卡|发布动态
今すぐ支払う|購入を確定する|アカウントを削除|アプリをアンインストール|山田さんに電話|メッセージを送信|定期購入する|アクセスを許可|アプリをインストール|注文を確定する|すべて削除
지금 결제하기|구매 확정하기|계정 삭제|앱 제거|김철수에게 전화|메시지 보내기|구독하기|접근 허용
앱 설치|주문 확정|모두 삭제
Şimdi öde|Hemen satın al|Hesabı sil|Uygulamayı kaldır|Mesajı gönder|Abone ol|Erişime izin ver|Uygulamayı yükle
Siparişi onayla
Bayar Rp50.000|Beli sekarang|Hapus akun|Copot aplikasi|Kirim pesan|Langganan|Izinkan akses|Pasang aplikasi
Konfirmasi pesanan
Thanh toán 50.000₫|Mua ngay|Xóa tài khoản|Gỡ ứng dụng|Gọi cho An|Gửi tin nhắn|Đăng ký gói|Cho phép truy cập
Cài đặt ứng dụng|Xác nhận đơn hàng
שלם עכשיו|קנה עכשיו|מחק חשבון|הסר את האפליקציה|התקשר לדנה|שלח הודעה|הירשם כמנוי|אפשר גישה|התקן אפליקציה|אשר הזמנה
Zapłać teraz|Kup teraz|Usuń konto|Odinstaluj aplikację|Zadzwoń do Anny|Wyślij wiadomość|Subskrybuj|Zezwól na dostęp
Zainstaluj aplikację|Potwierdź zamówienie
Nu betalen|Nu kopen|Account verwijderen|App verwijderen|Bel Anna|Bericht verzenden|Abonneren|Toegang toestaan
App installeren|Bestelling bevestigen
Paga ora|Acquista ora|Elimina account|Disinstalla app|Chiama Anna|Invia messaggio|Abbonati|Consenti accesso
Installa app|Conferma ordine
Оплатити зараз|Купити зараз|Видалити обліковий запис|Видалити додаток|Зателефонувати Анні|Надіслати повідомлення
Підписатися|Дозволити доступ|Встановити додаток|Підтвердити замовлення
ชำระเงินตอนนี้|ซื้อเลย|ลบบัญชี|ถอนการติดตั้งแอป|โทรหาแอนนา|ส่งข้อความ|สมัครสมาชิก|อนุญาตการเข้าถึง|ติดตั้งแอป
ยืนยันคำสั่งซื้อ
এখনই পেমেন্ট করুন|এখনই কিনুন|অ্যাকাউন্ট মুছুন|অ্যাপ আনইনস্টল করুন|আন্নাকে কল করুন|মেসেজ পাঠান|সাবস্ক্রাইব করুন
অনুমতি দিন|অ্যাপ ইনস্টল করুন|অর্ডার নিশ্চিত করুন
"""
CALM = """
Order history|Payment settings|Call log|Installed apps|Subscriptions|Transfer history|Sending|Downloads
Buying guide|Payments|Orders|Calls|Transfers|Messages|Deleted items|Sent|Trash|Bin|Accounts|Sign-in help
Permissions|Share|Copy|Save|Edit|Rename|Follow|Like|Add to cart|View cart|Continue shopping|Track order|Wallet
Balance|Rewards|Coupons
Historial de pagos|Mis pedidos|Métodos de pago|Llamadas|Mensajes|Suscripciones|Compartir|Guardar|Añadir al carrito
Ver carrito|Ayuda|Transferencias|Enviados|Papelera|Compras
Histórico de pedidos|Meus pedidos|Formas de pagamento|Chamadas|Compartilhar|Salvar|Adicionar ao carrinho|Enviados
Lixeira|Compras|Transferências
Historique des commandes|Mes commandes|Moyens de paiement|Appels|Partager|Enregistrer|Ajouter au panier
Messages envoyés|Corbeille|Achats|Virements
Bestellverlauf|Meine Bestellungen|Zahlungsarten|Anrufe|Teilen|Speichern|In den Warenkorb|Gesendet|Papierkorb|Käufe
Überweisungen|Kontoauszüge|Zahlungen
История заказов|Мои заказы|Способы оплаты|Звонки|Поделиться|Сохранить|В корзину|Отправленные|Корзина|Покупки
Переводы|Платежи
سجل الطلبات|طلباتي|طرق الدفع|المكالمات|مشاركة|حفظ|أضف إلى السلة|المرسلة|المشتريات|الإعدادات
ऑर्डर इतिहास|मेरे ऑर्डर|भुगतान के तरीके|कॉल|शेयर करें|सेव करें|कार्ट में जोड़ें|भेजे गए|सेटिंग
订单记录|我的订单|支付方式|通话记录|分享|保存|加入购物车|已发送|回收站|交易记录|转账记录|消息|账单|优惠券|购物车|收藏|关注|点赞
注文履歴|お支払い方法|通話履歴|共有|保存|カートに入れる|送信済み|ゴミ箱|購入履歴|メッセージ|設定|残高
주문 내역|결제 수단|통화 기록|공유|저장|장바구니 담기|보낸 메시지|휴지통|구매 내역|메시지|설정|잔액
Sipariş geçmişi|Siparişlerim|Ödeme yöntemleri|Aramalar|Kaydet|Sepete ekle|Gönderilenler|Çöp kutusu
Riwayat pesanan|Pesanan saya|Metode pembayaran|Panggilan|Simpan|Tambah ke keranjang|Terkirim|Sampah
Lịch sử đơn hàng|Đơn hàng của tôi|Phương thức thanh toán|Cuộc gọi|Lưu|Thêm vào giỏ hàng|Đã gửi|Thùng rác
היסטוריית הזמנות|ההזמנות שלי|אמצעי תשלום|שיחות|שמור|הוסף לסל|נשלחו|אשפה
Historia zamówień|Moje zamówienia|Metody płatności|Połączenia|Zapisz|Dodaj do koszyka|Wysłane|Kosz
Bestelgeschiedenis|Mijn bestellingen|Betaalmethoden|Oproepen|Opslaan|In winkelwagen|Verzonden|Prullenbak
Cronologia ordini|I miei ordini|Metodi di pagamento|Chiamate|Salva|Aggiungi al carrello|Inviati|Cestino
Історія замовлень|Мої замовлення|Способи оплати|Дзвінки|Зберегти|До кошика|Надіслані|Кошик
ประวัติการสั่งซื้อ|คำสั่งซื้อของฉัน|วิธีการชำระเงิน|การโทร|บันทึก|เพิ่มลงตะกร้า|ถังขยะ
অর্ডারের ইতিহাস|আমার অর্ডার|কল|সংরক্ষণ করুন|কার্টে যোগ করুন
"""


def labels(table: str) -> list[str]:
    return [label for line in table.split("\n") for label in line.split("|") if label]


@pytest.mark.parametrize("label", labels(DEEDS))
def test_a_deed_is_read_as_one(label: str) -> None:
    reading = lexicon().read(label)
    assert reading.leading or reading.is_confirm


@pytest.mark.parametrize("label", labels(CALM))
def test_a_page_or_a_mild_thing_is_no_deed(label: str) -> None:
    assert lexicon().read(label).leading == frozenset()
