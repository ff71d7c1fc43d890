/** Explains the responses at the limit. */
export function AtTheLimit() {
  return (
    <section className="card usage-card">
      <h2>What happens at the limit</h2>
      <ul className="at-the-limit">
        <li>
          A request over the limit receives a <code>429</code> with the window that is used up and when it
          resets.
        </li>
        <li>Rejected requests do not count.</li>
        <li>
          Repeated requests after a <code>429</code> ban the key for 5 minutes, and twice as long each time
          within 24 hours, up to 24 hours. A key with the role reader that only reads is banned for 5 minutes
          each time.
        </li>
        <li>For a higher plan, ask the operator of this service.</li>
      </ul>
    </section>
  );
}
