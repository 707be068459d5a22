"""Main jobs in the camera, the gallery, the files, the music and the store, through the world alone."""

from app_driver import AppDriver

from genie_host.simphone.world.actions import DOWNLOADS

ALLOW, DENY = "While using the app", "Don't allow"


def test_the_first_photo_asks_for_the_camera_and_goes_to_the_gallery():
    camera = AppDriver("camera")
    assert camera.world.foreground.screen == "permission"
    camera.tap(ALLOW, "photo shutter", "photo shutter")
    assert camera.effect("photo_taken") == {"name": "IMG_2", "mode": "photo", "lens": "back"}
    assert [photo["name"] for photo in camera.state("gallery")["photos"]][-2:] == ["IMG_1", "IMG_2"]
    camera.tap("Open the last photo")
    assert camera.world.app_id == "gallery"
    assert len(camera.seen("Photo taken on Today")) == 2


def test_a_camera_that_is_not_allowed_takes_no_photo():
    camera = AppDriver("camera")
    camera.tap(DENY)
    assert camera.shows("Camera is not allowed to use the camera")
    camera.tap("photo shutter")
    assert "photo_taken" not in camera.effects
    camera.tap("Allow access", ALLOW)
    assert camera.is_enabled("photo shutter")


def test_the_timer_waits_three_seconds():
    camera = AppDriver("camera")
    camera.tap(ALLOW, "◷", "photo shutter")
    assert "photo_taken" not in camera.effects
    camera.wait(3)
    assert camera.effect("photo_taken")["name"] == "IMG_1"


def test_a_video_is_recorded_between_two_taps():
    camera = AppDriver("camera")
    camera.tap(ALLOW, "Video", ALLOW, "video shutter")
    assert camera.shows("● 00:03")
    camera.tap("video shutter")
    assert camera.effect("video_recorded") == {"name": "VID_1"}


def test_a_photo_is_deleted_with_a_question_and_brought_back_with_undo():
    gallery = AppDriver("gallery")
    gallery.tap("Photo taken on May 3, 2024", "Delete")
    assert gallery.shows("The photo is kept for 30 days.")
    gallery.tap("Move to bin")
    assert (gallery.screen, gallery.effect("photo_deleted")) == ("home", {"photo": "IMG_0412"})
    gallery.tap("Undo")
    assert gallery.state()["photos"][0]["deleted"] is False
    assert not gallery.shows("Undo")


def test_the_offer_to_undo_goes_away_and_the_bin_keeps_the_photo():
    gallery = AppDriver("gallery")
    gallery.tap("Photo taken on May 3, 2024", "Delete", "Move to bin")
    gallery.wait(6)
    assert not gallery.shows("Undo")
    gallery.tap("Bin", "IMG_0412", "Restore")
    assert gallery.effect("photo_restored") == {"photo": "IMG_0412"}


def test_two_photos_of_the_same_description_are_picked_and_binned_together():
    gallery = AppDriver("gallery")
    gallery.hold("Photo taken on May 3, 2024")
    gallery.tap("Photo taken on May 3, 2024", nth=1)
    assert gallery.shows("2 selected")
    gallery.tap("#delete_selected", "Move to bin")
    assert gallery.effects == ["photo_deleted", "photo_deleted"]
    assert gallery.state()["picked_count"] == 0


def test_an_album_is_made_a_photo_moved_into_it_and_shared():
    gallery = AppDriver("gallery", "new_album")
    assert not gallery.is_enabled("Create")
    gallery.fill("Album name", "Garden")
    gallery.tap("Create")
    gallery.world.show("gallery", "photo", id="p9")
    gallery.tap("#overflow", "Move to album", "Garden", "Share", "Copy to clipboard")
    assert gallery.effects == ["album_created", "photo_moved", "photo_shared"]
    assert gallery.world.clipboard == "bread_page_1.jpg"


def test_a_photo_is_shared_into_a_chat():
    gallery = AppDriver("gallery", "photo", args={"id": "p6"})
    gallery.tap("Share", "Banterly", "Allow", "Bram")
    assert gallery.effect("message_sent") == {"to": "Bram", "text": "lake_morning"}
    assert gallery.world.app_id == "chat"


def test_a_file_that_is_being_read_is_moved():
    files = AppDriver("files", "pdf", args={"id": "cv"})
    files.tap("More options", "Move to…", "Taxes")
    assert files.effect("file_moved") == {"file": "cv_final_FINAL2.pdf", "to": "Taxes"}


def test_a_file_is_found_renamed_and_moved():
    files = AppDriver("files")
    files.tap("Search")
    files.fill("Search files", "TICKET")
    files.tap("More options", "Rename")
    assert not files.is_enabled("OK")
    files.tap("#new_name")
    files.world.clear_focused()
    files.fill("#new_name", "June train.pdf")
    files.tap("OK")
    assert files.effect("file_renamed") == {"file": "train ticket.pdf", "to": "June train.pdf"}
    files.world.show("files", "folder", folder="downloads")
    files.wait(1)
    files.hold("June train.pdf")
    files.tap("Move to…", "Taxes")
    assert files.effect("file_moved") == {"file": "June train.pdf", "to": "Taxes"}
    assert not files.shows("June train.pdf")


def test_a_pdf_has_pages_that_are_turned_sideways():
    files = AppDriver("files", "pdf", args={"id": "ticket"})
    assert files.shows("Page 1 of 3")
    files.world.swipe(900, 1200, 200, 1200)
    assert files.shows("Page 2 of 3")
    assert any("seat 8" in label for label in files.labels())
    files.world.swipe(200, 1200, 900, 1200)
    assert files.shows("Page 1 of 3")


def test_a_deleted_file_comes_back_to_its_folder():
    files = AppDriver("files", "folder", args={"folder": "downloads"})
    files.tap("More options", nth=2)
    files.tap("Delete", "Delete")
    name = files.effect("file_deleted")["file"]
    files.world.show("files", "bin")
    files.tap("Restore")
    assert files.effect("file_restored") == {"file": name}
    assert [entry["parent"] for entry in files.state()["entries"] if entry["name"] == name] == ["downloads"]


def test_a_folder_is_made_and_what_nothing_opens_says_so():
    files = AppDriver("files", "folder", args={"folder": "taxes"})
    files.tap("New folder")
    files.fill("Folder name", "2024")
    files.tap("Create", "receipts.zip")
    assert files.effect("folder_created") == {"name": "2024", "in": "Taxes"}
    assert files.shows("Cannot open this file")


def test_music_plays_queues_and_pauses_from_the_shade():
    music = AppDriver("music")
    music.tap("Copper Rain")
    assert (music.screen, music.state()["playing"]) == ("player", True)
    music.world.show("music", "track", id="t9")
    music.tap("Play next")
    music.world.show("music", "player")
    music.tap("⇥")
    assert music.effect("track_played") == {"title": "Two Mugs", "artist": "Dora Finch"}
    assert music.state()["queue"] == []
    music.world.open_shade()
    music.tap("Pause")
    assert (music.effect("playback_paused"), music.state("music")["playing"]) == ({"title": "Two Mugs"}, False)


def test_the_position_slider_follows_the_finger():
    music = AppDriver("music", "player", state={"music": {"now": "t1", "title": "Paper Boats"}})
    bar = music.find("#seek_bar").bounds
    music.world.tap(bar.left + bar.width * 3 // 4, bar.center.y)
    assert 65 <= float(music.state()["position"]) <= 85


def test_a_playlist_is_made_filled_and_played():
    music = AppDriver("music", "track", args={"id": "t11"})
    music.tap("Add to playlist", "New playlist")
    music.fill("Playlist name", "Rainy days")
    music.tap("Create", "Rainy days")
    music.world.show("music", "playlist", name="Rainy days")
    music.tap("Play all")
    assert music.effects[-1] == "playlist_played"
    assert music.state()["title"] == "Gravel"


def test_a_free_app_takes_its_time_to_install_and_is_then_on_the_phone():
    store = AppDriver("store", "listing", args={"id": "weather", "package": "com.example.skywindow"})
    store.tap("Install", "Allow")
    assert "com.example.skywindow" not in store.world.apps
    assert any(label.startswith("Installing…") for label in store.labels())
    store.wait(3)
    assert "app_installed" in store.effects
    assert store.world.posted("store:installed-weather") is not None
    store.tap("Open")
    assert store.world.app_id == "weather"
    store.world.press_key(3)
    store.world.swipe(900, 1200, 100, 1200)
    assert store.shows("Sky Window")


def test_an_installation_can_be_stopped():
    store = AppDriver("store", "listing", args={"id": "stretch", "package": "com.example.stretch"})
    store.tap("Install", "Allow", "Cancel")
    store.wait(5)
    assert "com.example.stretch" not in store.world.apps
    assert "install_cancelled" in store.effects


def test_an_app_is_bought_with_a_finger_installed_and_removed():
    store = AppDriver("store", "search")
    store.fill("Search apps", "bird")
    store.tap("Bird Guide")
    store.tap("$4.99", "1-tap buy")
    assert "app_bought" not in store.effects
    store.world.finger(False)
    assert "app_bought" not in store.effects
    store.tap("1-tap buy")
    store.world.finger(True)
    assert store.effect("app_bought") == {"app_name": "Bird Guide", "price": "4.99"}
    store.wait(1)
    store.tap("Install", "Allow")
    store.wait(4)
    store.tap("Uninstall", "Uninstall")
    assert store.effect("app_uninstalled") == {"package": "com.example.birdguide"}
    assert store.shows("Install")


def test_two_apps_of_one_name_are_told_apart_by_their_makers():
    store = AppDriver("store", "category", args={"category": "Tools"})
    assert len(store.seen("Converter")) == 2
    assert store.shows("Tools & More · 4.0 ★ · USD 1.49")


def test_a_review_needs_the_app_and_a_rating():
    package = "com.example.skywindow"
    store = AppDriver("store", "listing", args={"id": "weather", "package": package})
    store.tap("Write a review")
    assert store.screen == "listing"
    store.world.show("store", "review", id="weather")
    assert not store.is_enabled("Post")
    store.tap("4 stars", "Post")
    assert store.effect("review_posted") == {"app_name": "Sky Window", "stars": "4", "text": ""}


def test_a_bad_app_asks_for_the_camera_shows_an_advertisement_and_crashes():
    torch = AppDriver("torch", extra_apps=[DOWNLOADS / "torch.yaml"])
    torch.tap("⏻", ALLOW)
    assert torch.shows("You won a brighter light")
    torch.tap("Claim now")
    assert not torch.world.is_running("com.example.torch")
    assert any("Torch!!!" in label for label in torch.labels())
