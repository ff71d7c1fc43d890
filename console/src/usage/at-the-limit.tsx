import { LIMIT_TEXTS as TEXTS } from './usage-texts.ts';

/** Explains the responses at the limit. */
export function AtTheLimit() {
  return (
    <section className="card usage-card">
      <h2>{TEXTS.title}</h2>
      <ul className="at-the-limit">
        <li>
          {TEXTS.overLimit.before} <code>429</code> {TEXTS.overLimit.after}
        </li>
        <li>{TEXTS.rejected}</li>
        <li>
          {TEXTS.ban.before} <code>429</code> {TEXTS.ban.after}
        </li>
        <li>{TEXTS.higherPlan}</li>
      </ul>
    </section>
  );
}
