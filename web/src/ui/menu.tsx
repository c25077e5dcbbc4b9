import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words/index.js';
import { Icon, type IconName } from './icon.js';

export interface MenuItem {
  readonly label: string;
  readonly icon: IconName;
  readonly bad?: boolean;
  act(): void;
}

/** A button that opens a short list of things to do. */
export function Menu({
  label,
  items,
  children,
}: {
  readonly label?: string;
  readonly items: readonly MenuItem[];
  readonly children?: ComponentChildren;
}) {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = place.current;
      if (menu?.open && !menu.contains(event.target as Node)) menu.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  function leave(focus: boolean) {
    const menu = place.current;
    if (menu === null) return;
    menu.open = false;
    if (focus) menu.querySelector('summary')?.focus();
  }
  return (
    <details
      ref={place}
      class="menu"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && place.current?.open) {
          event.preventDefault();
          leave(true);
        }
      }}
    >
      <summary class="quiet icon" aria-label={label ?? t('more')} title={label ?? t('more')}>
        {children ?? <Icon name="more" />}
      </summary>
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            <button
              type="button"
              class={item.bad ? 'bad' : undefined}
              onClick={() => {
                leave(true);
                item.act();
              }}
            >
              <Icon name={item.icon} /> {item.label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
