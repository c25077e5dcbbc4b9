import { choose, isLanguage, LANGUAGES, language, t } from '../words/index.js';

/** The language of the page's own words. */
export function LanguageChoice() {
  return (
    <label class="choice">
      <span class="unseen">{t('settings.language')}</span>
      <select
        value={language.value}
        onChange={({ currentTarget }) => {
          if (isLanguage(currentTarget.value)) void choose(currentTarget.value);
        }}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
