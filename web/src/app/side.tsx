import { signal } from '@preact/signals';
import { Icon } from '../ui/icon.js';
import { t } from '../words/index.js';
import { waiting } from './waiting.js';

/** Whether the side bar is open where it does not stand by itself. */
export const sideOpen = signal(false);

/** How many conversations wait for an approval; nothing where none does. */
export function WaitingCount() {
  const count = waiting.value.length;
  if (count === 0) return null;
  return (
    <span class="count">
      {count}
      <span class="unseen"> {t('approval.title')}</span>
    </span>
  );
}

/** Opens the side bar where it is folded away. */
export function SideButton() {
  return (
    <button
      type="button"
      class="quiet icon side-button"
      title={t('side')}
      aria-expanded={sideOpen.value}
      onClick={() => {
        sideOpen.value = !sideOpen.value;
      }}
    >
      <Icon name="menu" />
      <span class="unseen">{t('side')} </span>
      <WaitingCount />
    </button>
  );
}
