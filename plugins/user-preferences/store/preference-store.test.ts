import { type TestStorage, testStorage } from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from './migrations.js';
import { PreferenceStore } from './preference-store.js';

const PERSON = 'did:web:a.example';
const time = { ms: 0 };
const clock = { now: () => time.ms };
let storage: TestStorage;
let here: PreferenceStore;
/** What another process has open on the same database. */
let elsewhere: PreferenceStore;

beforeEach(async () => {
  time.ms = 1_000_000;
  storage = await testStorage({ plugin: 'user-preferences', migrations, clock });
  here = new PreferenceStore(storage.database, clock);
  elsewhere = new PreferenceStore(storage.database, clock);
});
afterEach(() => storage.close());

describe('what was read lately', () => {
  it('is one reading within 100 ms, and not after', async () => {
    expect(await here.lately(PERSON)).toEqual({});
    await elsewhere.change(PERSON, () => ({ tone: 'brief' }));
    time.ms += 99;
    expect(await here.lately(PERSON)).toEqual({});
    expect(await here.of(PERSON)).toEqual({ tone: 'brief' });
    time.ms += 1;
    expect(await here.lately(PERSON)).toEqual({ tone: 'brief' });
  });

  it('has a change by this process at once, and nothing of another person', async () => {
    await Promise.all([here.lately(PERSON), here.change(PERSON, () => ({ tone: 'formal' }))]);
    expect(await here.lately(PERSON)).toEqual({ tone: 'formal' });
    expect(await here.lately(`${PERSON}:b`)).toEqual({});
  });

  it('is read again when the clock was set back', async () => {
    await here.lately(PERSON);
    await elsewhere.change(PERSON, () => ({ tone: 'brief' }));
    time.ms -= 60_000;
    expect(await here.lately(PERSON)).toEqual({ tone: 'brief' });
  });

  it('is asked again after it could not be read', async () => {
    const db = storage.database.as<{
      user_preferences: { principal: string; preferences: string; changed_at: number };
    }>();
    await db
      .insertInto('user_preferences')
      .values({ principal: PERSON, preferences: '{', changed_at: 0 })
      .execute();
    await expect(here.lately(PERSON)).rejects.toThrow();
    await db.updateTable('user_preferences').set({ preferences: '{"tone":"brief"}' }).execute();
    expect(await here.lately(PERSON)).toEqual({ tone: 'brief' });
  });
});
