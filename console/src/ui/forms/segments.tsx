import { type ReactNode, useId } from 'react';
import { useFault } from './form-field.tsx';
import './segments.css';

interface SegmentsProps {
  /** The name in the API. */
  name: string;
  label: ReactNode;
  /** The texts of the choices, by their values. */
  choices: ReadonlyMap<string, string>;
  value: string;
}

/** A few choices side by side, of which one is chosen, and what is wrong with it. */
export function Segments({ name, label, choices, value }: SegmentsProps) {
  const id = useId();
  const fault = useFault(name);
  return (
    <fieldset className="segments" aria-describedby={fault === undefined ? undefined : id}>
      <legend>{label}</legend>
      <div>
        {[...choices].map(([choice, text]) => (
          <label key={choice}>
            <input
              type="radio"
              name={name}
              value={choice}
              defaultChecked={choice === value}
              aria-invalid={fault === undefined ? undefined : true}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {fault !== undefined && (
        <p id={id} className="field-fault">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
