import { ApiError } from '../../core/errors.ts';
import type { Exchange, ReceivedBody } from '../route.ts';
import { decodeBody, receiveJson } from './body.ts';

/** What the forms of pages send. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';
/** A form has a few dozen fields. */
const MAX_FIELDS = 500;

/** What a form has sent, or why it cannot be read: the page then shows that itself. */
export type FormBody =
  | { readonly fields: URLSearchParams; readonly fault?: undefined }
  | { readonly fields?: undefined; readonly fault: ApiError };

/** Receives the fields of a form. The route names `FORM_TYPE` as its only type, and the maximum size. */
export async function receiveForm(exchange: Exchange): Promise<ReceivedBody<FormBody>> {
  try {
    const { bytes } = await receiveJson(exchange);
    return { value: { fields: fieldsIn(bytes) }, bytes };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { value: { fault: error }, bytes: Buffer.alloc(0) };
  }
}

function fieldsIn(bytes: Buffer): URLSearchParams {
  const text = decodeBody(bytes);
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw new ApiError('invalid_body', `A form must have at most ${MAX_FIELDS} fields.`);
  return new URLSearchParams(text);
}
