package dev.genie.confirm.gap;

import java.util.ArrayList;
import java.util.List;

/** The lines that were said about one request, for as many connections as come. */
public final class Conversation {
    private final List<String> lines = new ArrayList<>();
    private boolean isOver;

    public synchronized void say(String line) {
        if (!isOver) {
            lines.add(line);
            notifyAll();
        }
    }

    /** Says the line that decides; nothing can be said after it. */
    public synchronized void end(String line) {
        say(line);
        isOver = true;
        notifyAll();
    }

    public synchronized boolean isOver() {
        return isOver;
    }

    /** Empty when nothing was said yet. */
    public synchronized String newest() {
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    /** The line with this number, from 0, waiting for it; null when there will be none. */
    public synchronized String line(int number) throws InterruptedException {
        while (lines.size() <= number && !isOver) {
            wait();
        }
        return number < lines.size() ? lines.get(number) : null;
    }
}
