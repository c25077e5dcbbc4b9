import { CopyButton } from '../../ui/copy-button.js';
import { t } from '../../words/all.js';

/** Something secret that is shown this once. */
export function Once({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div class="panel once" role="status">
      <strong>{label}</strong>
      <div class="command">
        <code>{text}</code>
        <CopyButton text={text} />
      </div>
      <p class="soft">{t('once')}</p>
    </div>
  );
}
