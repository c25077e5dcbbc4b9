import { signal } from '@preact/signals';
import { Icon } from '../ui/icon.js';
import { t } from '../words/index.js';

/** Whether the side bar is open where it does not stand by itself. */
export const sideOpen = signal(false);

/** Opens the side bar where it is folded away. */
export function SideButton() {
  return (
    <button
      type="button"
      class="quiet icon side-button"
      aria-label={t('side')}
      aria-expanded={sideOpen.value}
      onClick={() => {
        sideOpen.value = !sideOpen.value;
      }}
    >
      <Icon name="menu" />
    </button>
  );
}
