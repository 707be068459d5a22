"""Main jobs in the shop, the bank and the wallet: carts, forms, limits, codes, fingers."""

import pytest
from app_driver import AppDriver

NO_BANNER = {"shop": {"cookies": "none"}}
ADDRESS = {
    "Full name": "Robin Vale",
    "Street and number": "4 Quay Lane",
    "Postcode": "40210",
    "City": "Northport",
    "Phone": "5550100",
}


def shop(screen: str = "home", **args: str) -> AppDriver:
    return AppDriver("shop", screen, args=args, state=NO_BANNER)


def shop_at_payment() -> AppDriver:
    driver = shop("item", id="108")
    driver.tap("Add to cart", "View cart", "Checkout")
    for hint, text in ADDRESS.items():
        driver.fill(hint, text)
    driver.tap("Continue", "Express, tomorrow, $6.90", "Continue")
    return driver


def pay(driver: AppDriver, card: str) -> None:
    for hint, text in {"Card number": card, "MM/YY": "04/29", "CVC": "042"}.items():
        driver.fill(hint, text)
    driver.tap("I accept the terms", "#pay")


def bank(screen: str = "home", **options) -> AppDriver:
    return AppDriver("bank", screen, **options)


def bank_at_code(amount: str = "25.5") -> AppDriver:
    driver = bank("payees")
    driver.tap("Sam Okafor")
    driver.fill("#amount", amount)
    driver.tap("Continue", "Confirm")
    driver.wait(2)
    return driver


def test_the_cookie_banner_covers_the_shop_until_it_is_answered():
    driver = AppDriver("shop")
    assert driver.shows("We value your privacy")
    driver.tap("Reject all")
    assert driver.effect("cookies_chosen") == {"choice": "none"}
    assert not driver.shows("We value your privacy")


def test_searching_with_a_filter_leaves_what_fits():
    driver = shop("search")
    driver.fill("What are you looking for?", "rain")
    driver.tap("Clothes")
    assert {"Rain coat", "Rain coat (kids)"} <= driver.labels()
    assert "Kettle" not in driver.labels()
    driver.world.show("shop", "filters")
    driver.tap("In stock only", "Show results")
    assert driver.screen == "home"


def test_a_coat_needs_a_size_before_it_goes_into_the_cart():
    driver = shop("item", id="104")
    assert not driver.is_enabled("Add to cart")
    driver.tap("Choose a size", "Medium")
    driver.tap("+", "Add to cart")
    assert driver.effect("cart_added") == {"product": "Rain coat", "size": "Medium", "quantity": "2"}
    driver.tap("View cart")
    assert driver.shows("Total $158.00")


def test_what_is_sold_out_cannot_be_bought():
    driver = shop("item", id="107")
    assert driver.shows("Sold out")
    driver.tap("Add to cart")
    assert driver.effects == []


def test_the_same_thing_twice_is_one_line_and_can_be_taken_out_and_back():
    driver = shop("item", id="109")
    driver.tap("Add to cart", "Add to cart", "View cart")
    assert driver.shows("2 × 16.50 ")
    driver.tap("Remove")
    assert driver.shows("Your cart is empty")
    assert not driver.is_enabled("Checkout")
    driver.tap("Undo")
    assert (driver.shows("Total $33.00"), driver.effect("cart_restored")) == (True, {"product": "Two mugs"})


def test_a_coupon_takes_five_off():
    driver = shop("item", id="108")
    driver.tap("Add to cart", "View cart")
    driver.fill("Coupon code", "WINTER")
    driver.tap("Apply")
    assert driver.shows("Total $18.00")
    driver.tap("#coupon")
    driver.world.clear_focused()
    driver.fill("#coupon", "SPRING5")
    driver.tap("Apply")
    assert driver.shows("Total $13.00")


def test_the_address_must_be_whole_before_one_goes_on():
    driver = shop("address")
    for hint, text in list(ADDRESS.items())[:-1]:
        driver.fill(hint, text)
    assert not driver.is_enabled("Continue")
    driver.fill("Phone", "5550100")
    assert driver.is_enabled("Continue")


def test_an_order_is_paid_on_a_secure_screen_and_listed():
    driver = shop_at_payment()
    assert driver.world.windows()[0].secure
    assert driver.shows("To pay: $24.90")
    pay(driver, "4111111111111111")
    assert driver.shows("Please wait…")
    driver.wait(2)
    driver.tap("Allow")
    placed = driver.effect("order_placed")
    assert (placed["number"], placed["total"], placed["city"]) == ("3108", "24.90", "Northport")
    assert driver.effect("payment_made") == {"to": "Basketry", "amount": "24.90"}
    assert driver.world.posted("shop:order-3108") is not None
    driver.wait(6)
    driver.tap("See orders", "Order 3108", "Cancel order", "Cancel order")
    assert driver.effect("order_cancelled") == {"number": "3108"}


def test_a_card_that_the_bank_refuses_buys_nothing():
    driver = shop_at_payment()
    pay(driver, "4000000000000002")
    driver.wait(2)
    assert driver.shows("Payment declined")
    driver.tap("Try another card")
    assert (driver.screen, driver.state()["cart"] != []) == ("payment", True)
    assert "payment_made" not in driver.effects


def test_the_terms_are_a_web_page_inside_the_app():
    driver = shop("payment")
    driver.tap("Read the terms")
    driver.wait(2)
    kinds = {node.class_name for node in driver.nodes()}
    assert "android.webkit.WebView" in kinds
    driver.tap("Back to payment")
    assert driver.screen == "payment"


def test_a_deep_link_opens_the_thing_itself():
    driver = AppDriver(state=NO_BANNER)
    driver.world.open_url("https://shop.example/item/103")
    driver.wait(1)
    assert driver.shows("Wool blanket")
    assert driver.shows("31,50 $")


def test_the_bank_opens_with_its_pin_and_locks_after_three_wrong_ones():
    driver = bank()
    driver.tap("4", "8", "2", "6")
    assert driver.shows("Current account")
    driver.tap("Log out")
    for _ in range(3):
        driver.tap("1", "1", "1", "1")
    assert driver.shows("This phone is locked out. Please call us.")
    assert driver.effects == ["login_locked"]
    driver.tap("4", "8", "2", "6")
    assert driver.screen == "home"


def test_the_bank_opens_with_a_finger_too():
    driver = bank()
    driver.tap("Log in with finger")
    assert driver.world.asks_finger
    driver.world.finger(True)
    assert driver.screen == "accounts"


def test_every_screen_of_the_bank_is_secure():
    driver = bank()
    assert all(screen.secure for screen in driver.world.app.screens.values())


def test_a_transfer_needs_the_code_that_comes_by_text_message():
    driver = bank_at_code()
    text = driver.state("messages")["conversations"][0]["messages"][-1]["text"]
    code = text[:6]
    assert text == f"{code} is your code for paying 25.50 to Sam Okafor. Tell it to nobody."
    assert driver.shows(text), "the message slides in at the top"
    driver.wait(6)
    driver.fill("6 digits", code)
    driver.tap("#pay")
    assert driver.shows("Sending…")
    assert "transfer_made" not in driver.effects
    driver.wait(2)
    made = driver.effect("transfer_made")
    assert (made["to"], made["number"], made["amount"], made["reference"]) == (
        "Sam Okafor",
        "TW45 9081 2210",
        "25.50",
        "88413",
    )
    assert driver.state("bank")["accounts"][0]["balance"] == pytest.approx(2314.68)
    assert driver.state("bank")["transactions"][0]["who"] == "Sam Okafor"


def test_three_wrong_codes_end_the_transfer():
    driver = bank_at_code()
    driver.wait(6)
    for _ in range(3):
        driver.fill("6 digits", "111111")
        driver.tap("#pay")
    assert driver.shows("Payment refused")
    driver.tap("OK")
    assert driver.screen == "accounts"
    assert driver.effects == ["transfer_refused"]


@pytest.mark.parametrize(
    ("amount", "title", "reason"),
    [("1500", "Over your limit", "limit"), ("999", "Not enough money", "balance")],
)
def test_an_amount_over_limit_or_balance_is_refused(amount, title, reason):
    accounts = [{"id": "current", "name": "Current account", "number": "TW1", "balance": 900}]
    driver = bank("payees", state={"bank": {"accounts": accounts}})
    driver.tap("Sam Okafor")
    assert not driver.is_enabled("Continue")
    driver.fill("#amount", amount)
    driver.tap("Continue")
    assert driver.shows(title)
    assert driver.effect("transfer_refused")["reason"] == reason


def test_money_is_sent_from_the_account_that_was_chosen():
    driver = bank("payees")
    driver.tap("Alice Morrow", "Current account", "Savings")
    driver.fill("#amount", "100")
    driver.tap("Continue", "Confirm")
    driver.wait(8)
    driver.fill("6 digits", driver.state()["sent"])
    driver.tap("#pay")
    driver.wait(2)
    assert driver.effect("transfer_made")["from"] == "Savings"
    assert [account["balance"] for account in driver.state("bank")["accounts"]] == [2340.18, 8050, -312.4]
    assert driver.state("bank")["transactions"][0]["account"] == "savings"


def test_a_payee_that_others_have_reported_gets_no_money():
    driver = bank("payees")
    driver.tap("Quick Profit Ltd")
    assert driver.shows("We stopped this payment")
    assert driver.screen == "payees"


def test_a_new_payee_is_checked_and_approved_by_finger():
    driver = bank("new_payee")
    driver.fill("Name of the payee", "Alice")
    driver.fill("Account number", "TW45 9081 2210")
    driver.tap("Save payee")
    assert driver.shows("The name does not match")
    driver.tap("OK", "#payee_number")
    driver.world.clear_focused()
    driver.fill("#payee_number", "TW77 1111 2222")
    driver.tap("Save payee")
    driver.world.finger(True)
    assert driver.effect("payee_added") == {"name": "Alice", "number": "TW77 1111 2222"}


def test_the_limit_is_raised_by_finger_alone():
    driver = bank("limits")
    driver.fill("New limit", "2000")
    driver.tap("Save")
    driver.world.finger(False)
    assert driver.state()["limit"] == 1000
    driver.tap("Save")
    driver.world.finger(True)
    assert driver.effect("limit_changed") == {"limit": "2000"}


def test_a_card_is_frozen_after_a_question():
    driver = bank("card")
    driver.tap("Freeze card", "Freeze")
    assert (driver.effects, driver.state()["card_frozen"]) == (["card_frozen"], True)
    driver.tap("Unfreeze card")
    driver.world.finger(True)
    assert driver.state()["card_frozen"] is False


def test_the_wallet_pays_with_a_finger_and_some_patience():
    driver = AppDriver("wallet")
    driver.tap("Pay")
    driver.world.finger(True)
    driver.wait(1)
    assert driver.shows("Hold your phone to the reader")
    assert driver.effects == []
    driver.wait(2)
    assert driver.effect("payment_made") == {"to": "Reader at the till", "amount": "11.20", "card": "4821"}


def test_a_card_is_added_made_the_default_and_removed():
    driver = AppDriver("wallet", "add_card")
    for hint, text in {
        "Card number": "4111111111111881",
        "Name on the card": "R Vale",
        "MM/YY": "01/30",
        "CVC": "123",
    }.items():
        driver.fill(hint, text)
    driver.tap("#add_card")
    assert driver.shows("Asking the bank…")
    driver.wait(2)
    driver.tap("R Vale", "Use by default", "Remove card", "Remove")
    assert driver.effects == ["card_added", "default_card_changed", "card_removed"]


def test_the_transit_pass_is_topped_up():
    driver = AppDriver("wallet", "transit")
    driver.tap("$10", "#top_up")
    driver.world.finger(True)
    assert driver.shows("$16.20")
    assert driver.effect("pass_topped_up") == {"amount": "10"}
