import { Icon } from '../../ui/icon.js';
import { t } from '../../words/all.js';

/** Says plainly that the whole world can read it. */
export function PublicMark() {
  return (
    <span class="badge public">
      <Icon name="globe" /> {t('files.public')}
    </span>
  );
}
