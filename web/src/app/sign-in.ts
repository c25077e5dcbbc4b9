import { effect, signal } from '@preact/signals';
import { OracleError } from 'oracle-runtime/client';
import { client, read } from './oracle.js';

/** Whoever uses the page. */
export interface Person {
  readonly id: string;
  readonly kind: 'owner' | 'person' | 'api-key' | 'ucan';
  readonly did: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

export type SignIn =
  | { readonly state: 'asking' }
  | { readonly state: 'in'; readonly person: Person }
  /** `refused`: why the link did not work. */
  | { readonly state: 'out'; readonly refused?: string }
  | { readonly state: 'unreachable' };

export const signIn = signal<SignIn>({ state: 'asking' });

/** With this begin the names of what is kept in the browser until its person signs out. */
export const KEPT = 'oracle-draft ';

const leavers = new Set<() => void>();

/** What the page is to forget once whoever used it is gone: the next one may be somebody else. */
export function onLeave(forget: () => void): void {
  leavers.add(forget);
}

/** Whoever was here last. */
let last: string | undefined;
effect(() => {
  const { value } = signIn;
  if (value.state !== 'in' && value.state !== 'out') return;
  const now = value.state === 'in' ? value.person.id : undefined;
  const left = last !== undefined && last !== now;
  last = now;
  if (left) for (const forget of leavers) forget();
});

/** Other tabs of the page hear who comes and goes. */
const tabs = new BroadcastChannel('oracle-sign-in');
tabs.onmessage = () => void find();

/** Somebody has signed in. */
export async function arrive(): Promise<void> {
  tabs.postMessage('in');
  await find();
}

/** Asks the oracle who is here. */
export async function find(): Promise<void> {
  try {
    const person = await whoIsHere();
    signIn.value = person === undefined ? { state: 'out' } : { state: 'in', person };
  } catch {
    signIn.value = { state: 'unreachable' };
  }
}

export async function whoIsHere(): Promise<Person | undefined> {
  try {
    return await read<Person>('/auth/session');
  } catch (error) {
    if (OracleError.isInstance(error) && error.status === 401) return undefined;
    throw error;
  }
}

export async function signOut(): Promise<void> {
  await fetch('/auth/session', { method: 'DELETE' });
  tabs.postMessage('out');
  leave();
}

function leave(): void {
  // What was kept in this browser for one's return is not for whoever comes next. Other tabs have written it too.
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
  signIn.value = { state: 'out' };
}

/** The same on every device. */
export async function signOutEverywhere(): Promise<void> {
  await client.call('DELETE', '/auth/sessions');
  tabs.postMessage('out');
  leave();
}

/** A credential that ended while the page was open. */
export function noticeSignOut(error: unknown): void {
  if (OracleError.isInstance(error) && error.status === 401) signIn.value = { state: 'out' };
}
