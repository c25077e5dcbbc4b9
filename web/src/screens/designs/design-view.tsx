import { Bars } from '../../charts/bars.js';
import { PrecisionCurve } from '../../charts/precision-curve.js';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { scrolls } from '../../ui/scrolls.js';
import { useRead } from '../../ui/use-read.js';
import { fullTime, language, t } from '../../words/all.js';
import { Draws } from './draws.js';
import { inWords } from './in-words.js';
import { Periods } from './periods.js';
import { Section } from './section.js';
import { TrailView } from './trail-view.js';
import type { Design, StratumSize, WorkingStep } from './types.js';

/** One design: the figure, how it came about step by step, and all that was done with it. */
export function DesignView({ id }: { readonly id: string }) {
  const reading = useRead<Design>(`/v1/sampling/${encodeURIComponent(id)}`);
  const title = reading.value?.projectId ?? t('designs.one');
  return (
    <Frame title={title}>
      <Shown reading={reading}>
        {(design) => (
          <>
            <Headline design={design} />
            {design.warnings.length > 0 && (
              <ul class="warnings">
                {design.warnings.map((warning) => (
                  <li key={warning}>
                    <Icon name="warn" /> {inWords(warning)}
                  </li>
                ))}
              </ul>
            )}
            <Section title={t('designs.working')}>
              <Working steps={design.working} />
            </Section>
            {design.stratification && (
              <Section title={t('designs.strata')}>
                <Bars
                  title={t('designs.allocation')}
                  bars={design.stratification.strata.map(({ name, calculatedSize, sampleSize }) => ({
                    name,
                    value: calculatedSize,
                    extra: sampleSize - calculatedSize,
                  }))}
                />
                <p class="key-of-bars soft">
                  <span>{t('designs.needed')}</span>
                  <span class="extra">{t('designs.forDropout')}</span>
                </p>
                <Strata strata={design.stratification.strata} />
              </Section>
            )}
            {design.parameters.expectedPrecision !== undefined && (
              <Section title={t('designs.precision')}>
                <PrecisionCurve
                  population={design.parameters.population}
                  size={design.parameters.calculatedSize}
                  precision={design.parameters.expectedPrecision}
                  wanted={design.parameters.precision}
                  strata={design.stratification?.strata}
                />
                <p class="soft">
                  {t(design.stratification ? 'designs.precisionStrata' : 'designs.precisionHow')}
                </p>
              </Section>
            )}
            <Draws designId={id} />
            <Periods designId={id} />
            {design.alternatives.length > 0 && (
              <Section title={t('designs.alternatives')}>
                <dl class="facts long">
                  {design.alternatives.map(({ reading: other, adjustedSize, when }) => (
                    <>
                      <dt>
                        {inWords(other)}
                        {adjustedSize !== null && (
                          <>
                            : <strong>{adjustedSize.toLocaleString(language.value)}</strong>
                          </>
                        )}
                      </dt>
                      <dd>{inWords(when)}</dd>
                    </>
                  ))}
                </dl>
              </Section>
            )}
            <TrailView designId={id} />
            <p class="soft">
              <code>{design.designId}</code> · {fullTime(design.createdAt)}
            </p>
          </>
        )}
      </Shown>
    </Frame>
  );
}

function Headline({ design }: { readonly design: Design }) {
  const { parameters, profile, verification } = design;
  const percent = (share: number) =>
    share.toLocaleString(language.value, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <div class="headline panel">
      <p class="huge">{parameters.adjustedSize.toLocaleString(language.value)}</p>
      <div>
        <h2>{t('designs.draw', { size: parameters.adjustedSize, population: parameters.population })}</h2>
        <p>
          {t('designs.needs', {
            size: parameters.calculatedSize,
            confidence: percent(parameters.confidence),
            precision: percent(parameters.precision),
          })}
          {parameters.dropoutRate !== undefined &&
            parameters.dropoutRate > 0 &&
            ` ${t('designs.dropout', { rate: percent(parameters.dropoutRate) })}`}
        </p>
        <p class="soft">
          {profile} · {t(`designs.type.${parameters.parameterType}`)} ·{' '}
          <span class={`badge ${verification.status}`}>{verification.status}</span>
        </p>
      </div>
    </div>
  );
}

function Working({ steps }: { readonly steps: readonly WorkingStep[] }) {
  const number = (value: number) => value.toLocaleString(language.value, { maximumFractionDigits: 5 });
  return (
    <ol class="working">
      {steps.map(({ step, formula, inputs, unrounded, rounded, source }) => (
        <li key={step}>
          <div>
            <strong>{step}</strong>
            <code>{formula}</code>
            <span class="soft">
              {Object.entries(inputs)
                .map(([name, value]) => `${name} = ${typeof value === 'number' ? number(value) : value}`)
                .join(', ')}
            </span>
            <span class="soft">{source}</span>
          </div>
          <p class="figure-of-step">
            <span class="soft">{number(unrounded)}</span> → <strong>{number(rounded)}</strong>
          </p>
        </li>
      ))}
    </ol>
  );
}

function Strata({ strata }: { readonly strata: readonly StratumSize[] }) {
  const number = (value: number) => value.toLocaleString(language.value);
  return (
    <section class="table-frame" ref={scrolls} aria-label={t('designs.strata')}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{t('designs.stratum')}</th>
            <th scope="col" class="right">
              {t('designs.population')}
            </th>
            <th scope="col" class="right">
              {t('designs.needed')}
            </th>
            <th scope="col" class="right">
              {t('designs.toDraw')}
            </th>
            <th scope="col" class="right">
              {t('designs.expected')}
            </th>
          </tr>
        </thead>
        <tbody>
          {strata.map(({ name, population, calculatedSize, sampleSize, expectedPrecision }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="right">{number(population)}</td>
              <td class="right">{number(calculatedSize)}</td>
              <td class="right">{number(sampleSize)}</td>
              <td class="right">
                {expectedPrecision?.toLocaleString(language.value, {
                  style: 'percent',
                  maximumFractionDigits: 2,
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
