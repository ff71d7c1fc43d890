/** What somebody should know before it happens. */
export function AtTheLimit() {
  return (
    <section className="card usage-card">
      <h2>What happens at the limit</h2>
      <ul className="at-the-limit">
        <li>
          A request over the limit is answered with <code>429</code>, which says which window is used up and
          until when.
        </li>
        <li>A refused request uses up neither window.</li>
        <li>
          Going on after a <code>429</code> bans the key for 5 minutes, then twice as long each time within 24
          hours, and never for more than 24 hours. A key of the role reader that only reads is banned for 5
          minutes each time.
        </li>
        <li>If you need more, ask whoever runs this service for a higher plan.</li>
      </ul>
    </section>
  );
}
