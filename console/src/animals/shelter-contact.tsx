import { useSettings } from '../session/use-settings.ts';

/** The contact on a printed page: the name of the shelter, and how and when it can be reached. */
export function ShelterContact({ className }: { className: string }) {
  const { shelterName, telephone, contactUrl, address, hours } = useSettings() ?? {};
  const facts = [telephone, contactUrl && contactText(contactUrl), address, hours].filter(Boolean);
  if (shelterName === undefined && facts.length === 0) return null;
  return (
    <div className={className}>
      {shelterName !== undefined && <p className="shelter-name">{shelterName}</p>}
      {/* The lines of an address in one, because a sheet has little place. */}
      <p>{facts.join(' · ').replaceAll('\n', ', ')}</p>
    </div>
  );
}

/** Returns an address as people write it. */
export function contactText(contactUrl: string): string {
  return contactUrl.replace(/^(mailto|tel):/i, '');
}
