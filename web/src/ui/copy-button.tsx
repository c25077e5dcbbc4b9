import { useState } from 'preact/hooks';
import { announce } from '../app/announce.js';
import { t } from '../words/index.js';
import { Icon } from './icon.js';

/** Copies a text, and says that it did. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(t('copied'));
    setTimeout(() => setCopied(false), 2000);
  }
  const words = copied ? t('copied') : (label ?? t('copy'));
  return (
    <button type="button" class="quiet icon" title={words} aria-label={words} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
