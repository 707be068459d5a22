"""Main jobs in apps whose trees say little: a chat by Compose, a delivery by Flutter, a feed without end, a game."""

from xml.etree import ElementTree

from app_driver import AppDriver

from genie_host.simphone.world.xml import hierarchy_xml


def chat(name: str = "Bram") -> AppDriver:
    driver = AppDriver("chat", settle=False)
    driver.tap("Allow")
    driver.tap(name)
    return driver


def messages(driver: AppDriver, name: str = "Bram") -> list[str]:
    found = next(entry for entry in driver.state("chat")["chats"] if entry["name"] == name)
    return [f"{message['from']}: {message['text']}{message['mark']}" for message in found["messages"]]


def tree(driver: AppDriver) -> list[ElementTree.Element]:
    dump = ElementTree.fromstring(hierarchy_xml(driver.world, flavour="u2"))
    return [node for node in dump.iter("node") if node.get("package") == driver.world.app.package]


def feed() -> AppDriver:
    driver = AppDriver("social", settle=False)
    driver.tap("Not now")
    return driver


def test_a_message_is_sent_and_answered_after_a_while():
    driver = chat()
    driver.fill("Message", "on my way")
    driver.tap("➤")
    assert driver.effect("message_sent") == {"to": "Bram", "text": "on my way"}
    driver.wait(1.5)
    assert driver.shows("Bram is typing…")
    driver.wait(3)
    sent, answer = messages(driver)[-2:]
    assert (sent, answer.split(":")[0]) == ("You: on my way", "Bram")
    assert driver.world.posted("chat:chat-Bram") is not None


def test_the_chats_tree_has_no_ids_and_buttons_without_a_name():
    driver = chat()
    nodes = tree(driver)
    assert not any(node.get("resource-id") for node in nodes if node.get("resource-id") != "android:id/content")
    assert any(node.get("class") == "androidx.compose.ui.platform.ComposeView" for node in nodes)
    nameless = [
        node
        for node in nodes
        if node.get("clickable") == "true"
        and not any(part.get("text") or part.get("content-desc") for part in node.iter("node"))
    ]
    assert len(nameless) >= 3


def test_the_voice_button_wants_to_be_held():
    driver = chat()
    driver.tap("♪")
    assert driver.effects == ["permission_answered"]
    driver.hold("♪")
    driver.tap("While using the app")
    assert driver.effect("voice_message_sent") == {"to": "Bram", "seconds": "4"}
    assert messages(driver)[-1] == "You: 🎤 0:04"


def test_a_reaction_is_given_by_a_long_press():
    driver = chat("Deniz")
    driver.hold("📷 Photo ")
    driver.tap("❤")
    assert driver.effect("reaction_added") == {"chat": "Deniz", "mark": "❤"}
    assert messages(driver, "Deniz") == ["Deniz: 📷 Photo❤"]


def test_a_message_is_deleted_and_brought_back():
    driver = chat("Deniz")
    driver.hold("📷 Photo ")
    driver.tap("Delete", "Delete")
    assert not driver.shows("📷 Photo ")
    driver.tap("Undo")
    assert driver.shows("📷 Photo ")
    assert driver.effects[-2:] == ["message_deleted", "message_restored"]


def test_a_photo_from_the_gallery_is_attached():
    driver = chat()
    driver.tap("+", "Photo", "Allow", "lake_boat")
    assert driver.effect("attachment_sent") == {"to": "Bram", "what": "lake_boat"}


def test_a_group_needs_a_name_and_two_members():
    driver = AppDriver("chat", settle=False)
    driver.tap("Allow", "✎", "New group")
    driver.fill("Group name", "Book club")
    driver.tap("Ana Lima")
    assert not driver.is_enabled("Create group")
    driver.tap("Femi", "Create group")
    assert driver.effect("group_created") == {"name": "Book club", "members": "2"}
    assert (driver.screen, driver.world.visit.args) == ("chat", {"name": "Book club"})


def test_a_chat_is_archived_and_a_contact_blocked():
    driver = AppDriver("chat", settle=False)
    driver.tap("Allow")
    driver.hold("Coast walkers")
    driver.tap("Archive chat")
    assert not driver.shows("Coast walkers")
    driver.tap("Archived")
    assert driver.shows("Coast walkers")
    driver.world.show("chat", "manage", name="Deniz")
    driver.tap("Block", "Block")
    assert driver.effects[-2:] == ["chat_archived", "contact_blocked"]


def test_a_meal_is_chosen_paid_and_brought():
    driver = AppDriver("delivery")
    driver.tap("Dumpling Harbour")
    driver.wait(1)
    driver.tap("Pork dumplings", "Large +3.00", "Chili oil +0.50", "+", "Add to basket")
    assert driver.effect("dish_added")["pieces"] == "2"
    driver.tap("View basket (2)", "2.00")
    assert driver.shows("Total 28.70")
    driver.tap("Go to checkout", "Order and pay", "Allow")
    placed = driver.effect("order_placed")
    assert (placed["restaurant"], placed["total"], placed["pay_with"]) == ("Dumpling Harbour", "28.70", "Card")
    assert driver.effect("payment_made") == {"to": "Ladlewing", "amount": "28.70"}
    seen = []
    for _ in range(14):
        seen.append(driver.state("delivery")["status"])
        driver.wait(1)
    assert list(dict.fromkeys(seen)) == [
        "Waiting for the restaurant",
        "The kitchen is cooking",
        "The courier is on the way",
        "Delivered",
    ]
    driver.wait(6)
    driver.tap("Good")
    assert driver.effect("order_rated") == {"number": "513", "rating": "good"}


def test_a_second_restaurant_starts_a_new_basket():
    driver = AppDriver("delivery", "dish", args={"id": "d3", "restaurant": "r1"})
    driver.tap("Add to basket")
    driver.world.show("delivery", "dish", id="d4", restaurant="r2")
    driver.tap("Add to basket", "New basket", "Add to basket")
    assert [line["name"] for line in driver.state("delivery")["basket"]] == ["Margherita"]


def test_a_closed_restaurant_and_a_small_basket_take_no_order():
    driver = AppDriver("delivery", "dish", args={"id": "d9", "restaurant": "r4"})
    assert not driver.is_enabled("Add to basket")
    driver.world.show("delivery", "dish", id="d3", restaurant="r1")
    driver.tap("Add to basket")
    driver.world.show("delivery", "basket")
    assert driver.shows("Total 5.90")
    assert not driver.is_enabled("Go to checkout")


def test_an_order_can_be_cancelled_only_before_the_kitchen_cooks():
    basket = [{"line": "1", "id": "d1", "name": "Pork dumplings", "size": "Regular", "pieces": "2", "price": 8.9}]
    state = {"delivery": {"basket": basket, "basket_restaurant": "r1", "count": 2}}
    driver = AppDriver("delivery", "basket", state=state)
    driver.tap("Go to checkout", "Cash at the door", "Order and pay", "Don't allow", "Cancel order", "Cancel order")
    assert driver.effects[-1] == "order_cancelled"
    assert "payment_made" not in driver.effects
    driver.wait(15)
    assert driver.state("delivery")["status"] == ""


def test_the_deliverys_tree_speaks_in_descriptions_alone():
    driver = AppDriver("delivery", "restaurant", args={"id": "r1"})
    nodes = tree(driver)
    assert any(node.get("class") == "io.flutter.embedding.android.FlutterView" for node in nodes)
    assert not any(node.get("text") for node in nodes)
    assert any(node.get("content-desc") == "Pork dumplings\n$8.90" for node in nodes)


def test_the_feed_has_no_end():
    driver = feed()
    before = len(driver.state()["posts"])
    for _ in range(12):
        driver.world.swipe(540, 1700, 540, 700)
        driver.wait(0.1)
        list(driver.nodes())
    assert len(driver.state("social")["posts"]) > before + 10


def test_an_advertisement_covers_the_screen_until_its_small_cross_is_found():
    driver = feed()
    driver.wait(3)
    assert driver.shows("Get the app")
    assert driver.world.foreground.app_id == "social"
    cross = driver.find("#ad_close").bounds
    assert cross.width < 80
    driver.tap("#ad_close")
    driver.wait(10)
    assert not driver.shows("Get the app")


def test_a_post_is_liked_commented_and_the_comment_taken_back():
    driver = feed()
    driver.tap("Like")
    assert driver.effect("post_liked") == {"post": "a1", "who": "marta.draws"}
    assert driver.state()["posts"][0]["likes"] == 129
    driver.world.show("social", "post", id="a1")
    assert not driver.is_enabled("#send_comment")
    driver.fill("Add a comment", "So good")
    driver.tap("#send_comment")
    assert driver.shows("So good")
    driver.hold("So good")
    assert driver.effects[-2:] == ["comment_posted", "comment_deleted"]


def test_a_post_is_shared_and_deleted():
    driver = AppDriver("social", "compose", args={"text": ""}, settle=False)
    driver.fill("What is new?", "Hello, loop")
    driver.tap("Share")
    assert driver.effect("post_shared") == {"text": "Hello, loop"}
    driver.world.show("social", "me")
    driver.tap("Delete", "Delete")
    assert driver.effects[-1] == "post_deleted"


def test_an_account_is_reported_and_blocked():
    driver = AppDriver("social", "profile", args={"who": "tin_meadow"})
    driver.tap("#more", "Report")
    assert not driver.is_enabled("Send report")
    driver.tap("It is rude", "Send report")
    driver.world.show("social", "person_menu", who="tin_meadow")
    driver.tap("Block", "Block")
    assert driver.effect("reported") == {"what": "tin_meadow", "reason": "rude"}
    assert driver.effect("blocked") == {"who": "tin_meadow"}
    assert all(post["hidden"] for post in driver.state("social")["posts"] if post["who"] == "tin_meadow")


def test_a_story_is_opened_and_liked():
    driver = feed()
    driver.tap("Story of tin_meadow")
    assert driver.shows("Sound check")
    driver.tap("#like", "#close")
    assert (driver.screen, driver.effects[-1]) == ("home", "story_liked")


def test_the_game_is_pixels_alone_and_keeps_its_score():
    driver = AppDriver("game")
    assert not any(node.get("text") or node.get("content-desc") for node in tree(driver))
    driver.world.tap(540, 1110)
    for _ in range(5):
        target = int(driver.state("game")["target"]) - 1
        driver.world.tap(90 + target % 3 * 310 + 140, 620 + target // 3 * 330 + 150)
    assert (driver.state("game")["score"], driver.state("game")["lives"]) == (50, 3)
    for _ in range(3):
        target = int(driver.state("game")["target"]) % 9
        driver.world.tap(90 + target % 3 * 310 + 140, 620 + target // 3 * 330 + 150)
    assert driver.effect("game_over") == {"score": "50"}
    assert (driver.state("game")["best"], driver.state("game")["lives"]) == ("50", 0)


def test_two_phones_of_one_seed_play_the_same_game():
    def targets(seed: int) -> list[int]:
        driver, found = AppDriver("game", "play", seed=seed), []
        for _ in range(6):
            target = int(driver.state("game")["target"]) - 1
            found.append(target)
            driver.world.tap(90 + target % 3 * 310 + 140, 620 + target // 3 * 330 + 150)
        return found

    assert targets(3) == targets(3)
    assert len({tuple(targets(seed)) for seed in range(4)}) > 1
