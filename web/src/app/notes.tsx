import { Icon } from '../ui/icon.js';
import { t } from '../words/index.js';
import { dismiss, notes } from './faults.js';

/** What just went well or wrong. Screen readers hear it from the live region. */
export function Notes() {
  return (
    <div class="notes">
      {notes.value.map(({ id, kind, text }) => (
        <div key={id} class={`note ${kind}`}>
          <span>{text}</span>
          <button type="button" class="quiet icon" aria-label={t('close')} onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
