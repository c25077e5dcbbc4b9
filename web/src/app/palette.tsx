import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Sessions } from '../chat/sessions.js';
import { screensFor } from '../screens/index.js';
import { t } from '../words/index.js';
import { paletteOpen } from './keys.js';
import { href } from './route.js';
import type { Person } from './sign-in.js';

interface Place {
  readonly label: string;
  readonly kind: string;
  readonly address: string;
}

const MOST = 12;

/** Ctrl+K: any screen or conversation by a few letters of its name. */
export function Palette({ sessions, person }: { readonly sessions: Sessions; readonly person: Person }) {
  /** Whether a screen was chosen, where reading and Tab go on. */
  const toScreen = useRef(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const open = paletteOpen.value;
  // Before it is seen: what is typed behind Ctrl+K at once is looked for, and goes into no message.
  useLayoutEffect(() => {
    if (open) {
      setWords('');
      setAt(0);
      dialog.current?.showModal();
      return;
    }
    dialog.current?.close();
    if (toScreen.current) document.getElementById('main')?.focus();
    toScreen.current = false;
  }, [open]);
  if (!open) return null;

  const places: Place[] = [
    { label: t('chat.new'), kind: t('screen.chat'), address: href('s') },
    ...screensFor(person).map(({ name, label }) => ({
      label: t(label),
      kind: t('palette.screen'),
      address: href(name),
    })),
    ...sessions.list.value.map(({ sessionId, title }) => ({
      label: title ?? t('chat.untitled'),
      kind: t('screen.chat'),
      address: href('s', sessionId),
    })),
  ];
  const found = places
    .filter(({ label }) =>
      words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => label.toLowerCase().includes(word)),
    )
    .slice(0, MOST);

  function visit(place: Place | undefined) {
    if (place === undefined) return;
    paletteOpen.value = false;
    location.hash = place.address;
    // The message box of a conversation takes the focus by itself.
    toScreen.current = !`${place.address}/`.startsWith(`${href('s')}/`);
  }

  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('palette.title')}
      onClose={() => {
        paletteOpen.value = false;
      }}
    >
      <input
        type="text"
        placeholder={t('palette.title')}
        aria-label={t('palette.title')}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length === 0 ? undefined : `palette-${at}`}
        value={words}
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) {
            event.preventDefault();
            setAt((at + step + found.length) % Math.max(found.length, 1));
          } else if (event.key === 'Enter' && !event.isComposing) visit(found[at]);
        }}
      />
      <div id="palette-list" role="listbox" aria-label={t('palette.title')}>
        {found.length === 0 && <p class="soft empty">{t('chat.noneFound')}</p>}
        {found.map((place, index) => (
          <div
            key={place.address + place.label}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={() => visit(place)}
            onMouseEnter={() => setAt(index)}
          >
            <span>{place.label}</span>
            <small>{place.kind}</small>
          </div>
        ))}
      </div>
    </dialog>
  );
}
