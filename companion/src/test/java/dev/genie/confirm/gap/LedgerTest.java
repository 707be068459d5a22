package dev.genie.confirm.gap;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

public class LedgerTest {
    private long nowMs = 1_000;
    private final MemoryStorage storage = new MemoryStorage(Vectors.host(6));
    private Ledger ledger = new Ledger(new HostBook(storage), () -> nowMs);

    private Case receive(long seq) throws Refused {
        return ledger.receive(Envelopes.line(seq, Envelopes.reqId(seq), 5_000));
    }

    private String refusal(long seq) {
        return assertThrows(Refused.class, () -> receive(seq)).reason;
    }

    @Test
    public void touchInTimeSendsTheAnswerOnce() throws Refused {
        Case one = receive(7);
        nowMs += 4_999;
        assertEquals("yes", one.agree("yes"));
        assertNull(one.agree("yes"));
        assertNull(one.deny(Reason.DENIED));
        assertFalse(one.isOpen());
    }

    @Test
    public void touchTooLateIsExpired() throws Refused {
        Case one = receive(7);
        nowMs += 5_000;
        assertEquals(Answers.denial(one.reqId, Reason.EXPIRED), one.agree("yes"));
        assertNull(one.agree("yes"));
    }

    @Test
    public void touchAfterDenialSendsNothing() throws Refused {
        Case one = receive(7);
        assertEquals(Answers.denial(one.reqId, Reason.DENIED), one.deny(Reason.DENIED));
        assertNull(one.agree("yes"));
    }

    @Test
    public void secondRequestIsBusyAndLeavesTheFirstOpen() throws Refused {
        Case one = receive(7);
        assertEquals(Reason.BUSY, refusal(8));
        assertTrue(one.isOpen());
        assertEquals("yes", one.agree("yes"));
        receive(8);
    }

    @Test
    public void enrolmentAndRequestExcludeEachOther() throws Refused, Malformed {
        EnrolmentRequest enrolment =
                EnrolmentRequest.read(Envelopes.enrolment("Anna's", Envelopes.digits("c0", 64)));
        Case one = ledger.receive(enrolment);
        assertEquals(Reason.BUSY, refusal(7));
        one.deny(Reason.DENIED);
        receive(7);
        assertEquals(Reason.BUSY, assertThrows(Refused.class, () -> ledger.receive(enrolment)).reason);
    }

    @Test
    public void numberIsUsedUpByDenialAndByRestart() throws Refused {
        receive(7).deny(Reason.DENIED);
        assertEquals(Reason.REPLAYED, refusal(7));
        ledger = new Ledger(new HostBook(storage), () -> nowMs);
        assertEquals(Reason.REPLAYED, refusal(7));
        receive(8);
    }

    @Test
    public void requestIsDeniedWhenItsNumberCannotBeKept() throws Refused {
        storage.isFull = true;
        assertEquals(Reason.UNAVAILABLE, refusal(7));
        storage.isFull = false;
        receive(7);
    }

    @Test
    public void brokenBookKnowsNobody() {
        storage.bytes = "{}".getBytes();
        assertEquals(Reason.NOT_ENROLLED, refusal(7));
    }

    /** Whatever comes in whatever order: one touch, one answer, and never a number twice. */
    @Test
    public void randomWalkAnswersEachNumberOnceAndInTime() {
        Random random = new Random(6);
        List<byte[]> envelopes = new ArrayList<>();
        for (long seq = 1; seq <= 300; seq++) {
            envelopes.add(Envelopes.line(seq, Envelopes.reqId(seq), 1_000 + random.nextInt(59_000)));
        }
        storage.bytes = null;
        new MemoryStorage();
        put(Vectors.host(0));
        Set<String> answered = new HashSet<>();
        List<Case> cases = new ArrayList<>();
        long highest = 0;
        for (int step = 0; step < 5_000; step++) {
            nowMs += random.nextInt(40) == 0 ? random.nextInt(70_000) : random.nextInt(50);
            switch (random.nextInt(12)) {
                case 0:
                    ledger = new Ledger(new HostBook(storage), () -> nowMs);
                    cases.clear(); // windows die with their process
                    break;
                case 1:
                case 2:
                    if (!cases.isEmpty()) {
                        cases.get(random.nextInt(cases.size())).deny(Reason.DENIED);
                    }
                    break;
                case 3:
                case 4:
                    if (!cases.isEmpty()) {
                        Case one = cases.get(random.nextInt(cases.size()));
                        long leftMs = one.leftMs();
                        String line = one.agree("yes " + one.reqId);
                        if (line != null && line.startsWith("yes")) {
                            assertTrue(leftMs > 0);
                            assertTrue(answered.add(line));
                        }
                    }
                    break;
                default:
                    highest = Math.max(highest, deliver(envelopes, random, highest, cases));
            }
            int open = 0;
            for (Case one : cases) {
                open += one.isOpen() ? 1 : 0;
            }
            assertTrue(open <= 1);
        }
        assertTrue(answered.size() > 20);
    }

    /** One request, often an old one; returns its number when it was let in. */
    private long deliver(List<byte[]> envelopes, Random random, long highest, List<Case> cases) {
        int near = (int) Math.min(envelopes.size() - 1, highest + random.nextInt(3));
        int at = random.nextInt(3) > 0 ? near : random.nextInt(near + 1);
        try {
            Case one = ledger.receive(envelopes.get(at));
            assertTrue(one.request.seq > highest);
            cases.add(one);
            return one.request.seq;
        } catch (Refused refused) {
            assertTrue(refused.reason, refused.reason.equals(Reason.BUSY) || refused.reason.equals(Reason.REPLAYED));
            return 0;
        }
    }

    private void put(Host host) {
        try {
            new HostBook(storage).put(host);
        } catch (java.io.IOException error) {
            throw new AssertionError(error);
        }
    }
}
