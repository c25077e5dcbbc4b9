import { describe, expect, it } from 'vitest';
import { Turnstile } from './turnstile.js';

const later = () => Date.now() + 60_000;
const visit = (client: string) => ({ client, deadline: later() });

/** Lets so many calls of a client in; the promises of those that wait. */
function come(turnstile: Turnstile, client: string, times: number): Promise<void>[] {
  return Array.from({ length: times }, () => turnstile.enter(visit(client))).filter(
    (room) => room !== undefined,
  );
}

describe('a share of the node', () => {
  it('is two thirds for one alone, and everybody who comes after finds room at once', () => {
    const turnstile = new Turnstile(100, 1_000);
    const waiting = come(turnstile, 'many', 130);
    // They wait on while other tests run, and nobody lets them in.
    for (const room of waiting) room.catch(() => undefined);
    expect([turnstile.inside, waiting.length]).toEqual([67, 63]);
    for (const client of ['a', 'b', 'c', 'd', 'e']) expect(turnstile.enter(visit(client))).toBeUndefined();
  });

  it('is all of it where there is only one place', () => {
    const turnstile = new Turnstile(1, 0);
    expect(turnstile.enter(visit('a'))).toBeUndefined();
    expect(() => turnstile.enter(visit('a'))).toThrow('too many queries');
    turnstile.leave('a');
    expect(turnstile.enter(visit('b'))).toBeUndefined();
  });

  it('is given by turns to those who wait', async () => {
    const turnstile = new Turnstile(2, 100);
    come(turnstile, 'many', 2);
    const order: string[] = [];
    const waits = ['many', 'many', 'many', 'few', 'other'].map((client) =>
      turnstile.enter(visit(client))?.then(() => order.push(client)),
    );
    // Whoever is let in leaves at once, so that all come in.
    for (let turn = 0; turn < waits.length; turn++) {
      turnstile.leave(order.at(-1) ?? 'many');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(order).toEqual(['many', 'few', 'other', 'many', 'many']);
  });

  it('has a share of the queue as well', () => {
    const turnstile = new Turnstile(3, 9);
    const refused = { many: 0, few: 0 };
    for (const [client, times] of [
      ['many', 30],
      ['few', 3],
    ] as const) {
      for (let time = 0; time < times; time++) {
        try {
          turnstile.enter(visit(client))?.catch(() => undefined);
        } catch {
          refused[client] += 1;
        }
      }
    }
    expect(refused.few).toBe(0);
    expect(refused.many).toBeGreaterThan(20);
  });

  it('ends at the deadline, or when whoever waits goes away', async () => {
    const turnstile = new Turnstile(1, 10);
    turnstile.enter(visit('a'));
    await expect(turnstile.enter({ client: 'b', deadline: Date.now() + 20 })).rejects.toMatchObject({
      status: 504,
    });
    const controller = new AbortController();
    const gone = turnstile.enter({ client: 'b', deadline: later(), signal: controller.signal });
    controller.abort();
    await expect(gone).rejects.toMatchObject({ status: 408 });
    await expect(turnstile.enter({ ...visit('c'), signal: controller.signal })).rejects.toMatchObject({
      status: 408,
    });
    const next = turnstile.enter(visit('d'));
    turnstile.leave('a');
    await next;
    expect(turnstile.inside).toBe(1);
  });
});
