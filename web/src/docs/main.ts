import { element } from './element.js';
import { formFor } from './form.js';
import { findOperation } from './operation.js';

let asked: Promise<string | undefined> | undefined;

/** Whose session the browser has. */
function whoIsHere(): Promise<string | undefined> {
  asked ??= fetch('/auth/session')
    .then(async (response) => (response.ok ? ((await response.json()) as { name: string }).name : undefined))
    .catch(() => undefined);
  return asked;
}

/** Puts the form where the operation says how to try it, once that is opened. */
async function open(operation: HTMLDetailsElement): Promise<void> {
  const place = operation.querySelector<HTMLElement>('.try-here');
  if (!operation.open || place === null || place.childElementCount > 0) return;
  const wait = element('p', { class: 'soft' }, '…');
  place.append(wait);
  try {
    const [found, name] = await Promise.all([findOperation(operation.id), whoIsHere()]);
    if (found === undefined) return place.replaceChildren();
    const { security } = found.operation;
    if (security.length > 0 && !security.some((each) => 'session' in each))
      return wait.replaceChildren('It takes an API key alone: send it as below.');
    const needsSession = security.length > 0 && name === undefined;
    wait.replaceChildren(
      ...(security.length === 0
        ? ['It is public.']
        : needsSession
          ? ['You are not signed in, so it will be refused. ', element('a', { href: '/' }, 'Sign in')]
          : [`It is sent with your session, as ${name}.`]),
    );
    place.append(formFor(found, place.dataset['example']));
  } catch (error) {
    wait.replaceChildren(`It cannot be tried now: ${error instanceof Error ? error.message : String(error)}`);
    operation.addEventListener('toggle', () => place.replaceChildren(), { once: true });
  }
}

for (const operation of document.querySelectorAll<HTMLDetailsElement>('details.op')) {
  operation.addEventListener('toggle', () => void open(operation));
  void open(operation);
}
