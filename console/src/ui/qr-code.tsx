import { useEffect, useState } from 'react';
import './qr-code.css';

/** The quiet zone around a code, in modules, without which some cameras do not find it. */
const BORDER = 4;

interface QrCodeProps {
  text: string;
  label: string;
  /** How much of the code may be dirty or torn: 7 % on a screen, 15 % on paper. */
  errorCorrection?: 'L' | 'M';
}

/** Shows a text as a QR code. What makes it is loaded only then. Without it the text is still there to copy. */
export function QrCode({ text, label, errorCorrection: ecc = 'L' }: QrCodeProps) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>();
  useEffect(() => {
    import('uqr').then(
      ({ encode }) => setRows(encode(text, { border: BORDER, ecc }).data),
      () => {},
    );
  }, [text, ecc]);
  if (rows === undefined) return <div className="qr-code" />;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={path} />
    </svg>
  );
}
