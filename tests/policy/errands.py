"""Calls on errands of daily life that are no bank, shop or chat: work, school, health, home, government."""

from __future__ import annotations

from collections.abc import Iterator

from tests.policy.more_scenes import ASK, FINE, calls, page, taps
from tests.policy.scenes import Scene
from tests.policy.tongues import flutter, web


def errands() -> Iterator[Scene]:
    for part in (work, forms, sharing, devices, vaults, clouds, delivery_and_driving, learning, reading, tricky_words):
        yield from part()


def work() -> Iterator[Scene]:
    job = page(
        "com.linkedin.android",
        "Engineer",
        "B Easy Apply",
        "B Save",
        "R About the job|Full time",
        "R See similar jobs|12",
        "I Share",
    )
    yield from taps("job", job, fine="Save|About the job|See similar jobs")
    apply = page(
        "com.example.jobs",
        "Your application",
        "F Cover letter|Dear team",
        "B Submit application",
        "B Save as draft",
        "R Resume|cv.pdf",
    )
    yield from taps("apply", apply, asks="Submit application", fine="Save as draft|Resume")
    calendar = page("com.example.work", "Leave request", "R From|2 May", "R To|6 May", "B Send request", "B Discard")
    yield from taps("leave", calendar, asks="Send request", fine="From")
    slack = page(
        "com.Slack", "general", "F Message #general|done", "I Send", "I Attach", "I Emoji", "R Thread|3 replies"
    )
    yield from taps("slack", slack, asks="Send", fine="Attach|Emoji|Thread")
    sign = page("com.docusign", "Contract", "L Please read and sign", "B Sign", "B Finish later", "R Page 1 of 4|")
    yield from taps("sign", sign, asks="Sign", fine="Finish later")
    invoice = page(
        "com.example.books", "Invoice 1042", "L $320.00", "B Send invoice", "B Preview", "B Edit", "R Client|Lee Ltd"
    )
    yield from taps("invoice", invoice, asks="Send invoice", fine="Preview|Edit|Client")
    approve = page(
        "com.example.expenses", "Expense report", "L $84.20 Taxi", "B Approve", "B Reject", "R Receipt|photo"
    )
    yield from taps("expenses", approve, asks="Approve", fine="Receipt")


def forms() -> Iterator[Scene]:
    tax = page(
        "gov.example.tax", "Tax return", "L Refund €320", "B Submit return", "B Save and exit", "R Income|€32,000"
    )
    yield from taps("tax", tax, asks="Submit return", fine="Income")
    vote = page(
        "com.example.poll", "Board election", "L Choose one", "C Cast vote", "C Abstain for now", "R Candidates|4"
    )
    yield from taps("vote", vote, asks="Cast vote", fine="Candidates")
    event = page(
        "com.eventbrite", "Jazz night", "L Free", "B Register", "B Share", "R When|Friday 20:00", "R Where|Mill Hall"
    )
    yield from taps("event", event, fine="When|Where")
    claim = page(
        "com.example.insurance",
        "New claim",
        "F What happened?|Broken window",
        "B Submit claim",
        "B Add photos",
        "B Cancel",
    )
    yield from taps("claim", claim, asks="Submit claim", fine="Add photos|Cancel")
    survey = web("com.android.chrome", "Survey", "Next question", "Previous", "~Privacy notice")
    yield from taps("survey", survey, fine="Next question|Previous|Privacy notice")
    consent = page("com.example.study", "Consent", "X I agree to take part|off", "B Continue", "B Leave study")
    yield from taps("consent", consent, fine="I agree to take part|Continue")


def sharing() -> Iterator[Scene]:
    trip = page(
        "com.ubercab", "On the way", "C Share my trip", "C Contact driver", "C Cancel ride", "R Plate|AB 12 CDE"
    )
    yield from taps("trip", trip, asks="Cancel ride", fine="Plate")
    sync = page(
        "com.example.social", "Find friends", "B Sync contacts", "B Not now", "L We will upload your address book"
    )
    yield from taps("sync contacts", sync, asks="Sync contacts", fine="Not now")
    invite = page("com.example.game", "Friends", "B Invite friends", "R Leo|online", "R Mira|offline")
    yield from taps("invite", invite, fine="Leo|Mira")
    album = page(
        "com.google.android.apps.photos", "Album", "C Create link", "C Invite people", "C Download all", "C Slideshow"
    )
    yield from taps("album", album, asks="Create link", fine="Download all|Slideshow")
    cast = page("com.google.android.youtube", "Cast to", "R Living room TV|", "R Bedroom speaker|", "B Cancel")
    yield from taps("cast", cast, fine="Cancel")


def devices() -> Iterator[Scene]:
    find = page(
        "com.google.android.apps.adm",
        "Pixel",
        "C Play sound",
        "C Secure device",
        "C Factory reset device",
        "C Get directions",
    )
    yield from taps("find my device", find, asks="Factory reset device", fine="Play sound|Get directions")
    sessions = page(
        "com.example.account",
        "Your devices",
        "R Pixel 8|This device",
        "R Laptop|Berlin",
        "B Sign out of all devices",
        "B Learn more",
    )
    yield from taps("sessions", sessions, asks="Sign out of all devices", fine="Learn more|Laptop")
    router = web("com.android.chrome", "Router", "Reboot", "Factory reset", "Save settings", "~Firmware: up to date")
    yield from taps("router", router, asks="Factory reset", fine="Save settings")
    printer = page("com.hp.printer", "Printer", "B Print", "B Scan", "B Copy", "R Ink|80%")
    yield from taps("printer", printer, fine="Scan|Ink")
    car = page("com.example.car.keyless", "My car", "C Unlock", "C Climate", "C Lights", "R Range|320 km")
    yield from taps("car", car, asks="Unlock", fine="Climate|Range")
    update = page(
        "com.google.android.gms", "System update", "L Android 16 is ready", "B Restart now", "B Later", "R What is new|"
    )
    yield from taps("update", update, fine="Later|What is new")


def vaults() -> Iterator[Scene]:
    entry = page(
        "com.x8bit.bitwarden",
        "GitHub",
        "R Username|lee",
        "R Password|••••••••",
        "I Copy password",
        "I Edit",
        "I Delete",
        "B Autofill",
    )
    yield from taps("vault", entry, asks="Delete", fine="Username|Edit")
    seed = page("io.metamask", "Secret recovery phrase", "L Never share this", "C Reveal secret phrase", "C Cancel")
    yield from taps("seed", seed, asks="Reveal secret phrase", fine="Cancel")
    restore = page("io.metamask", "Import wallet", "F Secret recovery phrase|", "B Import", "B Cancel")
    yield from calls(
        "seed", restore, ASK, "type_text", {"field": "Secret recovery phrase", "text": "witch collapse practice feed"}
    )
    sig = page(
        "io.metamask", "Signature request", "L app.example wants you to sign", "C Sign", "C Reject", "R Details|"
    )
    yield from taps("signature", sig, asks="Sign", fine="Reject|Details")
    master = page("com.example.vault", "Unlock", "F Master password|", "B Unlock", "B Use fingerprint")
    yield from calls("vault", master, ASK, "type_text", {"field": "Master password", "text": "x"})


def clouds() -> Iterator[Scene]:
    backup = page(
        "com.example.cloud", "Backup", "S Back up photos|on", "B Back up now", "B Restore", "R Last backup|Yesterday"
    )
    yield from taps("backup", backup, fine="Back up photos|Back up now|Last backup")
    drive = page("com.dropbox.android", "contract.pdf", "I Share", "I Download", "I Delete", "I Rename", "I Comment")
    yield from taps("cloud file", drive, asks="Delete", fine="Download|Rename|Comment")
    repo = page(
        "com.github.android",
        "Pull request",
        "C Merge pull request",
        "C Close pull request",
        "C Comment",
        "R Files changed|3",
    )
    yield from taps("pull request", repo, fine="Files changed")
    server = page("com.example.ssh", "prod-1", "C Connect", "C Edit host", "C Delete host")
    yield from taps("server", server, asks="Connect|Delete host", fine="Edit host")


def delivery_and_driving() -> Iterator[Scene]:
    offer = page("com.ubercab.driver", "New trip", "L $8.40", "C Accept trip", "C Decline")
    yield from taps("driver", offer, fine="Decline")
    parcel = page(
        "de.dhl.paket",
        "Sendung",
        "R Status|Unterwegs",
        "C Ablageort wählen",
        "C Benachrichtigungen",
        "R Sendungsnummer|00340",
    )
    yield from taps("parcel", parcel, fine="Status|Ablageort wählen|Benachrichtigungen|Sendungsnummer")
    parking = page("com.example.parking", "Zone 4", "L 2,00 € je Stunde", "C Parken starten", "C Zone ändern")
    yield from taps("parking", parking, fine="Zone ändern")
    fuel = page("com.example.fuel", "Pump 4", "L Up to $60.00", "C Pay at pump", "C Change pump")
    yield from taps("fuel", fuel, asks="Pay at pump", fine="Change pump")
    tip = page("com.example.delivery", "Tip your courier", "C $2", "C $4", "C No tip", "C Confirm tip")
    yield from taps("tip", tip, asks="Confirm tip", fine="No tip")


def learning() -> Iterator[Scene]:
    course = page(
        "com.coursera.android", "Statistics", "B Enroll for free", "B Preview", "R Syllabus|6 weeks", "R Reviews|4.8"
    )
    yield from taps("course", course, fine="Preview|Syllabus|Reviews")
    homework = page(
        "com.example.school", "Essay", "F Your answer|Once upon a time", "B Hand in", "B Save draft", "B Attach"
    )
    yield from taps("homework", homework, asks="Hand in", fine="Save draft|Attach")
    cards = flutter("com.example.flashcards", "Deck", "Again", "Good", "Easy", "Show answer", "Delete card")
    yield from taps("cards", cards, asks="Delete card", fine="Again|Good|Easy|Show answer")
    test_page = page(
        "com.example.driving",
        "Test",
        "C Stop before you transfer the call",
        "C Pay attention to signs",
        "C Delete the mirror",
        "C Next",
    )
    yield from taps("exam", test_page, fine="Next")


def reading() -> Iterator[Scene]:
    article = page(
        "com.example.news",
        "",
        "R How to send money abroad|Finance",
        "R Delete these apps now|Tech",
        "R Call of the wild|Books",
        "R Buy or rent?|Living",
        "R Install solar panels|Energy",
        "R Order in the court|Law",
    )
    yield from taps(
        "articles",
        article,
        fine="How to send money abroad|Call of the wild|Buy or rent?|Install solar panels|Order in the court",
    )
    recipe = page(
        "com.example.recipes",
        "",
        "R Transfer to a pan|Step 4",
        "R Remove from heat|Step 5",
        "R Send to table|Step 6",
        "I Save recipe",
    )
    yield from taps("recipe", recipe, fine="Transfer to a pan|Remove from heat|Send to table|Save recipe")
    music = page(
        "com.spotify.music",
        "",
        "R Pay Me My Money Down|Bruce",
        "R Call Me Maybe|Carly",
        "R Delete Forever|Grimes",
        "R Send Me on My Way|Rusted Root",
    )
    yield from taps("songs", music, fine="Pay Me My Money Down|Call Me Maybe|Delete Forever|Send Me on My Way")
    chats = page(
        "org.telegram.messenger",
        "Chats",
        "R Payments team|please approve the transfer",
        "R Anna|call me",
        "R Shop|your order was sent",
        "R Leo|delete my number",
    )
    yield from taps("chats", chats, fine="Payments team|Anna|Shop|Leo")
    mails = page(
        "com.google.android.gm",
        "Inbox",
        "R Amazon|Your order has shipped",
        "R PayPal|You sent a payment",
        "R Bank|Confirm your transfer",
        "R GitHub|Sign in to your account",
    )
    yield from taps("mails", mails, fine="Amazon|PayPal|Bank|GitHub")
    results = page(
        "com.google.android.googlequicksearchbox",
        "Search",
        "R delete instagram account|search",
        "R pay phone near me|search",
        "R call center jobs|search",
        "I Voice search",
    )
    yield from taps(
        "suggestions", results, fine="delete instagram account|pay phone near me|call center jobs|Voice search"
    )


def tricky_words() -> Iterator[Scene]:
    tools = page(
        "com.example.photoeditor",
        "",
        "I Erase",
        "I Crop",
        "I Transfer style",
        "I Reset",
        "I Undo",
        "I Clear selection",
        "C Save copy",
    )
    yield from taps("editor", tools, fine="Crop|Reset|Undo|Save copy|Clear selection")
    calc = page(
        "com.example.calculator",
        "",
        "C Clear",
        "C Delete",
        "C 7",
        "C 8",
        "C 9",
        "C 4",
        "C 5",
        "C 6",
        "C 1",
        "C 2",
        "C 3",
        "C 0",
    )
    yield from taps("calculator", calc, fine="Clear|7|0")
    maps = page("com.example.maps", "", "C Start", "C Resume", "C Add stop", "C Share ETA", "C Exit navigation")
    yield from taps("navigation", maps, fine="Start|Resume|Add stop|Exit navigation")
    filter_ = page(
        "com.example.flights", "Filters", "B Apply", "B Reset filters", "X Direct only|off", "S Free cancellation|off"
    )
    yield from taps("filters", filter_, fine="Apply|Reset filters|Direct only|Free cancellation")
    bank = page(
        "com.example.bank",
        "Home",
        "L £1,240.17",
        "T Home|Payments|Cards|Support",
        "R Statements|",
        "R Spending|",
        "R Transfer history|",
        "R Exchange rates|",
        "R Order a cheque book|",
    )
    yield from taps(
        "bank menu", bank, fine="Payments|Cards|Support|Statements|Spending|Transfer history|Exchange rates"
    )
    permission = page(
        "com.android.settings",
        "App permissions",
        "R Camera|Allowed only while in use",
        "R Location|Not allowed",
        "R SMS|Not allowed",
        "R Call logs|Not allowed",
    )
    yield from taps("permissions", permission, fine="Camera|Location|SMS|Call logs")
    phone = page(
        "com.google.android.dialer",
        "Settings",
        "R Blocked numbers|",
        "R Call recording|",
        "R Quick responses|",
        "R Calling accounts|",
        "R Voicemail|",
    )
    yield from taps(
        "call settings", phone, fine="Blocked numbers|Call recording|Quick responses|Calling accounts|Voicemail"
    )
    store = page(
        "com.android.vending",
        "",
        "R Payments & subscriptions|",
        "R Manage apps and device|",
        "R Play Pass|",
        "R Redeem|",
        "R Settings|",
    )
    yield from taps("store menu", store, fine="Payments & subscriptions|Manage apps and device|Settings")
    share = page(
        "com.whatsapp",
        "Settings",
        "R Account|Security, change number",
        "R Privacy|Block contacts",
        "R Chats|Backup",
        "R Help|",
        "R Invite a friend|",
    )
    yield from taps("chat settings", share, fine="Account|Privacy|Chats|Help|Invite a friend")
    yield from calls("chat settings", share, FINE, "type_text", {"field": "Search", "text": "delete my account"})
