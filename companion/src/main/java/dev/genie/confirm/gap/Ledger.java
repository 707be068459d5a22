package dev.genie.confirm.gap;

import java.io.IOException;

/** Lets in one genuine, new request at a time. The order of the refusals is the protocol's. */
public final class Ledger {
    private final HostBook hosts;
    private final Clock clock;
    private Case current;

    public Ledger(HostBook hosts, Clock clock) {
        this.hosts = hosts;
        this.clock = clock;
    }

    /** {@code envelope}: the line as it came. */
    public synchronized Case receive(byte[] envelope) throws Refused {
        long receivedMs = clock.elapsedMs();
        Request request;
        try {
            request = Request.read(envelope);
        } catch (Malformed error) {
            throw new Refused(Request.NO_ID, Reason.MALFORMED);
        }
        Host host = hosts.find(request.hostId);
        if (host == null || !host.keyId.equals(request.keyId)) {
            throw new Refused(request.reqId, Reason.NOT_ENROLLED);
        }
        if (!request.isSignedBy(host.spki)) {
            throw new Refused(request.reqId, Reason.BAD_SIGNATURE);
        }
        if (isBusy()) {
            throw new Refused(request.reqId, Reason.BUSY);
        }
        if (request.seq <= host.lastSeq) {
            throw new Refused(request.reqId, Reason.REPLAYED);
        }
        try {
            // Before anything is shown: whatever happens next, this number is used up.
            hosts.put(host.at(request.seq));
        } catch (IOException error) {
            throw new Refused(request.reqId, Reason.UNAVAILABLE);
        }
        current = new Case(request.reqId, request, host, clock, receivedMs, request.notAfterMs);
        return current;
    }

    public synchronized Case receive(EnrolmentRequest request) throws Refused {
        if (isBusy()) {
            throw new Refused(request.reqId, Reason.BUSY);
        }
        current = new Case(request.reqId, null, null, clock, clock.elapsedMs(), EnrolmentRequest.OPEN_MS);
        return current;
    }

    private boolean isBusy() {
        return current != null && current.isOpen();
    }
}
