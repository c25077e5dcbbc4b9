import { effect, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'oracle-theme';

export const theme = signal<Theme>('auto');

/** What was chosen before, else what the system says. */
export function startTheme(): void {
  const kept = localStorage.getItem(KEY);
  if (kept === 'light' || kept === 'dark') theme.value = kept;
  effect(() => {
    const { value } = theme;
    if (value === 'auto') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem(KEY);
    } else {
      document.documentElement.dataset['theme'] = value;
      localStorage.setItem(KEY, value);
    }
  });
}
