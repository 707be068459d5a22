package dev.genie.confirm.gap;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import java.io.IOException;
import java.util.Base64;
import java.util.Random;

public class SmallPartsTest {
    @Test
    public void base64IsThatOfTheStandardLibrary() throws Malformed {
        Random random = new Random(1);
        for (int length = 1; length < 200; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            assertEquals(text, Base64Url.of(bytes));
            assertArrayEquals(bytes, Base64Url.bytes(text));
        }
    }

    @Test
    public void base64RefusesWhatTwoTextsCouldSay() {
        for (String text : new String[] {"", "A", "AB==", "AB\n", "A+", "A/", "AB", "AAB", "AAAAA"}) {
            if (text.equals("AB") || text.equals("AAB")) {
                assertThrows("bits left over in " + text, Malformed.class, () -> Base64Url.bytes(text));
            } else {
                assertThrows(text, Malformed.class, () -> Base64Url.bytes(text));
            }
        }
    }

    @Test
    public void hexRefusesCapitalsAndHalves() {
        assertThrows(Malformed.class, () -> Hex.bytes("AB"));
        assertThrows(Malformed.class, () -> Hex.bytes("abc"));
        assertThrows(Malformed.class, () -> Hex.bytes("0g"));
    }

    @Test
    public void gateWaitsForTheFocusAndForTheWindowToStandStill() {
        FocusGate gate = new FocusGate();
        assertTrue(gate.waitMs(10_000) < 0);
        gate.focused(10_000);
        assertEquals(7_500, gate.waitMs(10_000));
        gate.still(10_300);
        assertEquals(500, gate.waitMs(10_300));
        assertEquals(1, gate.waitMs(10_799));
        assertEquals(0, gate.waitMs(10_800));
    }

    @Test
    public void gateCountsFromTheFocusWhenTheWindowStoodStillBefore() {
        FocusGate gate = new FocusGate();
        gate.still(1_000);
        gate.focused(5_000);
        assertEquals(500, gate.waitMs(5_000));
        assertEquals(0, gate.waitMs(5_500));
    }

    @Test
    public void gateOpensLateWhenNobodySaysThatTheWindowStandsStill() {
        FocusGate gate = new FocusGate();
        gate.focused(1_000);
        assertEquals(1, gate.waitMs(8_499));
        assertEquals(0, gate.waitMs(8_500));
    }

    @Test
    public void labelOfAnAppIsCutAndMadeWhole() throws Malformed {
        Request request = Request.read(Envelopes.line(1, Envelopes.reqId(1), 1_000));
        String longest = new String(new char[300]).replace("\0", "\uD83D\uDE00");
        ShownLines shown = new ShownLines(request, longest, "PC");
        assertEquals(200, shown.appLabel.codePointCount(0, shown.appLabel.length()));
        assertEquals("a\uFFFDb", new ShownLines(request, "a\uD800b", "PC").appLabel);
        assertEquals("App: (unknown) (org.genie.messages)", new ShownLines(request, "", "PC").lines.get(1));
    }

    @Test
    public void withdrawalIsReadStrictly() {
        String reqId = Envelopes.reqId(5);
        assertEquals(reqId, Answers.withdrawn("{\"cancel\":\"" + reqId + "\",\"v\":1}"));
        assertNull(Answers.withdrawn("{\"v\":1,\"cancel\":\"" + reqId + "\"}"));
        assertNull(Answers.withdrawn("{\"cancel\":\"" + reqId + "\",\"v\":2}"));
        assertNull(Answers.withdrawn("cancel"));
        assertNull(Answers.withdrawn(""));
    }

    @Test
    public void mailboxKeepsTheNewestLineForAMinute() {
        long[] nowMs = {0};
        Mailbox mailbox = new Mailbox(() -> nowMs[0]);
        mailbox.put("a", "shown");
        mailbox.put("a", "denied");
        assertEquals("denied", mailbox.newest("a"));
        assertEquals("denied", mailbox.newest("a"));
        assertEquals("", mailbox.newest("b"));
        nowMs[0] = 60_000;
        assertEquals("", mailbox.newest("a"));
    }

    @Test
    public void mailboxDropsTheOldestLetterOfMany() {
        Mailbox mailbox = new Mailbox(() -> 0);
        for (int number = 0; number < 9; number++) {
            mailbox.put("id" + number, "line");
        }
        assertEquals("", mailbox.newest("id0"));
        assertEquals("line", mailbox.newest("id8"));
    }

    @Test
    public void bookKeepsOneKeyForEachHost() throws IOException {
        HostBook book = new HostBook(new MemoryStorage());
        assertNull(book.put(Vectors.host(1)));
        assertEquals(1, book.put(Vectors.host(2)).lastSeq);
        assertEquals(1, book.all().size());
        Host found = book.find(Vectors.host(0).id);
        assertEquals("alias", found.alias);
        assertEquals(2, found.lastSeq);
        assertNull(book.find("nobody"));
    }

    @Test
    public void bookThatCannotBeReadIsNotOverwritten() throws IOException {
        MemoryStorage storage = new MemoryStorage(Vectors.host(1));
        byte[] before = storage.bytes;
        storage.isUnreadable = true;
        HostBook book = new HostBook(storage);
        assertEquals(0, book.all().size());
        assertThrows(IOException.class, () -> book.put(Vectors.host(2)));
        assertArrayEquals(before, storage.bytes);
    }
}
