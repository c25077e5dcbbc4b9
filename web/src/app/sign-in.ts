import { signal } from '@preact/signals';
import { OracleError, redeemCode } from 'oracle-runtime/client';
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

/** Other tabs of the page hear who comes and goes. */
const tabs = new BroadcastChannel('oracle-sign-in');
tabs.onmessage = () => void find();

/** Uses the one-time code of the address, if there is one, and finds out who is here. */
export function startSignIn(): void {
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#login=')) void enter();
  });
  void enter();
}

async function enter(): Promise<void> {
  const code = /^#login=(.+)$/.exec(location.hash)?.[1];
  if (code === undefined) return find();
  // Out of the address before anything else, so that it stands in no history and no bookmark.
  history.replaceState(null, '', location.pathname);
  dispatchEvent(new HashChangeEvent('hashchange'));
  try {
    await redeemCode('', decodeURIComponent(code));
    await arrive();
  } catch (error) {
    const before = await whoIsHere();
    if (before !== undefined) signIn.value = { state: 'in', person: before };
    else signIn.value = { state: 'out', refused: OracleError.isInstance(error) ? error.message : '' };
  }
}

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

async function whoIsHere(): Promise<Person | undefined> {
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
  signIn.value = { state: 'out' };
}

/** The same on every device. */
export async function signOutEverywhere(): Promise<void> {
  await client.call('DELETE', '/auth/sessions');
  tabs.postMessage('out');
  signIn.value = { state: 'out' };
}

/** A credential that ended while the page was open. */
export function noticeSignOut(error: unknown): void {
  if (OracleError.isInstance(error) && error.status === 401) signIn.value = { state: 'out' };
}
