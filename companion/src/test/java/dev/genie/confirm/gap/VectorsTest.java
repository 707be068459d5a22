package dev.genie.confirm.gap;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Host and companion make the same bytes of the same things. */
public class VectorsTest {
    @Test
    public void canonicalFormsAreThoseOfTheVectors() throws Malformed {
        for (Map<String, Object> one : Vectors.cases(Vectors.file("canonical.json"), "valid")) {
            byte[] canonical = Vectors.bytes(one.get("canonical"));
            String name = (String) one.get("name");
            assertArrayEquals(name, canonical, Json.canonical(Json.parse(Vectors.bytes(one.get("text")))));
            assertArrayEquals(name, canonical, Json.canonical(Json.parseCanonical(canonical)));
        }
    }

    @Test
    public void malformedLinesAreRefused() {
        for (Map<String, Object> one : Vectors.cases(Vectors.file("canonical.json"), "malformed")) {
            byte[] text = Vectors.bytes(one.get("text"));
            assertThrows((String) one.get("name"), Malformed.class, () -> Json.parseCanonical(text));
        }
    }

    @Test
    public void valuesAreShownAsInTheVectors() {
        for (Map<String, Object> one : Vectors.cases(Vectors.file("shown.json"), "values")) {
            assertEquals((String) one.get("name"), one.get("shown"), Shown.value((String) one.get("value")));
        }
    }

    @Test
    public void idsAreThoseOfTheVectors() throws Malformed {
        for (Map<String, Object> key : Vectors.cases(Vectors.file("keys.json"), "keys")) {
            assertEquals(key.get("id"), Keys.id(Keys.checked(Vectors.bytes(key.get("spki")))));
        }
    }

    @Test
    public void requestsOfTheVectorsAgree() throws Malformed {
        assertEquals(24, agree(Vectors.file("requests.json")));
    }

    @Test
    public void thousandGeneratedRequestsAgree() throws Malformed {
        assertEquals(1_000, agree(Vectors.generated()));
    }

    /** Computes everything anew from the envelopes; returns how many there were. */
    private static int agree(Map<String, Object> file) throws Malformed {
        int count = 0;
        byte[] hostSpki = Vectors.bytes(file.get("host_spki"));
        for (Map<String, Object> one : Vectors.cases(file, "requests")) {
            String name = (String) one.get("name");
            Request request = Request.read(Vectors.utf8(one.get("envelope")));
            assertTrue(name, request.isSignedBy(hostSpki));
            assertEquals(name, one.get("canonical"), request.canonicalText());
            assertEquals(name, one.get("action_digest"), request.actionDigest);
            ShownLines shown = new ShownLines(
                    request, (String) one.get("app_label"), (String) file.get("host_name"));
            assertEquals(name, one.get("lines"), shown.lines);
            assertEquals(name, one.get("shown_digest"), shown.digest);
            assertEquals(name, one.get("signed"), Hex.of(Answers.approvalToSign(request, shown, "biometric", 1)));
            count++;
        }
        return count;
    }

    @Test
    public void envelopesAreJudgedAsInTheVectors() {
        for (Map<String, Object> one : Vectors.cases(Vectors.file("envelopes.json"), "envelopes")) {
            String name = (String) one.get("name");
            HostBook hosts = new HostBook(new MemoryStorage(Vectors.host((Long) one.get("last_seq"))));
            Ledger ledger = new Ledger(hosts, () -> 0);
            String expected = (String) one.get("expect");
            try {
                Case opened = ledger.receive(Vectors.bytes(one.get("line")));
                assertEquals(name, expected, "ok");
                assertEquals(name, one.get("req_id"), opened.reqId);
                assertEquals(name, opened.request.seq, hosts.all().get(0).lastSeq);
            } catch (Refused refused) {
                assertEquals(name, expected, refused.reason);
                assertEquals(name, one.get("req_id"), refused.reqId);
                assertEquals(name, one.get("last_seq"), hosts.all().get(0).lastSeq);
            }
        }
    }

    /** The lines that a host takes for an approval are the lines that this phone writes. */
    @Test
    public void approvalsAreWrittenAsInTheVectors() throws Malformed {
        Map<String, Request> requests = new HashMap<>();
        for (Map<String, Object> one : Vectors.cases(Vectors.file("requests.json"), "requests")) {
            requests.put((String) one.get("name"), Request.read(Vectors.utf8(one.get("envelope"))));
        }
        String hostName = (String) Vectors.file("requests.json").get("host_name");
        int approved = 0;
        for (Map<String, Object> one : Vectors.cases(Vectors.file("answers.json"), "answers")) {
            if (!one.get("expect").equals("approved")) {
                continue;
            }
            byte[] line = Vectors.bytes(one.get("line"));
            Map<?, ?> given = (Map<?, ?>) Json.parseCanonical(line);
            Request request = requests.get(one.get("request"));
            ShownLines shown = new ShownLines(request, (String) given.get("app_label"), hostName);
            int version = ((Long) given.get("apk_version")).intValue();
            String authType = (String) given.get("auth_type");
            byte[] signature = Base64Url.bytes((String) given.get("signature"));
            String name = (String) one.get("name");
            assertArrayEquals(
                    name, line, Vectors.utf8(Answers.approval(request, shown, authType, version, signature)));
            byte[] signed = Answers.approvalToSign(request, shown, authType, version);
            assertTrue(name, Keys.verifies(Vectors.spki("phone"), signed, signature));
            approved++;
        }
        assertTrue(approved > 10);
    }

    @Test
    public void everyReasonOfTheVectorsIsWrittenAlike() throws Malformed {
        List<String> seen = new ArrayList<>();
        for (Map<String, Object> one : Vectors.cases(Vectors.file("answers.json"), "answers")) {
            String line = new String(Vectors.bytes(one.get("line")), java.nio.charset.StandardCharsets.UTF_8);
            String reason = (String) one.get("expect");
            if (line.contains("\"deny\"") && line.contains("\"reason\":\"" + reason + "\"")) {
                Map<?, ?> given = (Map<?, ?>) Json.parseCanonical(Vectors.utf8(line));
                assertEquals(line, Answers.denial((String) given.get("req_id"), reason));
                seen.add(reason);
            }
        }
        for (java.lang.reflect.Field word : Reason.class.getFields()) {
            try {
                assertTrue(word.getName(), seen.contains(word.get(null)));
            } catch (IllegalAccessException error) {
                throw new AssertionError(error);
            }
        }
    }

    @Test
    public void enrolmentsAgree() throws Malformed {
        Map<String, Object> file = Vectors.file("enrolments.json");
        for (Map<String, Object> one : Vectors.cases(file, "code")) {
            assertEquals(one.get("code"), Keys.code(
                    Vectors.bytes(one.get("host_spki")), Vectors.bytes(one.get("phone_spki"))));
        }
        EnrolmentRequest good = null;
        for (Map<String, Object> one : Vectors.cases(file, "requests")) {
            String outcome = "ok";
            try {
                EnrolmentRequest read = EnrolmentRequest.read(Vectors.bytes(one.get("line")));
                good = good == null ? read : good;
            } catch (Malformed error) {
                outcome = "malformed";
            }
            assertEquals((String) one.get("name"), one.get("expect"), outcome);
        }
        assertEquals(file.get("signed"), Hex.of(Answers.enrolmentToSign(good, Vectors.spki("phone"), 1)));
        for (Map<String, Object> one : Vectors.cases(file, "answers")) {
            if (one.get("expect").equals("ok")) {
                assertEnrolmentAlike(Vectors.bytes(one.get("line")));
            }
        }
    }

    private static void assertEnrolmentAlike(byte[] line) throws Malformed {
        Map<?, ?> given = (Map<?, ?>) Json.parseCanonical(line);
        List<byte[]> chain = new ArrayList<>();
        for (Object certificate : (List<?>) given.get("attestation")) {
            chain.add(Base64Url.bytes((String) certificate));
        }
        assertArrayEquals(line, Vectors.utf8(Answers.enrolment(
                Base64Url.bytes((String) given.get("key")), chain, ((Long) given.get("apk_version")).intValue(),
                Base64Url.bytes((String) given.get("signature")))));
    }

    @Test
    public void statusIsWrittenAsInTheVectors() {
        List<Host> none = new ArrayList<>();
        List<Host> one = new ArrayList<>();
        one.add(Vectors.host(0));
        List<String> written = new ArrayList<>();
        written.add(Hex.of(Vectors.utf8(Answers.status(1, one, "ok", true))));
        written.add(Hex.of(Vectors.utf8(Answers.status(1, none, "ok", true))));
        written.add(Hex.of(Vectors.utf8(Answers.status(1, one, "no_hardware", true))));
        for (Map<String, Object> status : Vectors.cases(Vectors.file("statuses.json"), "statuses")) {
            assertEquals((String) status.get("name"), status.get("expect").equals("ok"),
                    written.contains(status.get("line")));
        }
    }
}
