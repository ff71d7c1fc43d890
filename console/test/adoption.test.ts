// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { noBrowser, sharedBrowser } from '@petstore/testing/servers/browser.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { SECOND } from '../../service/src/platform/core/clock.ts';
import { applicationOf } from '../../service/test/api/applications/application-fixture.ts';
import { signedIn, startApp } from './console-page.ts';

const PHONE = { viewport: { width: 360, height: 640 }, locale: 'es-MX', javaScriptEnabled: false };

const subjectOf = ({ source }: { readonly source: string }) => /^Subject: (.*)\r$/m.exec(source)?.[1];

test('a visitor without JavaScript applies on a phone in Spanish, the shelter compares and accepts, and everyone gets the answer', {
  skip: noBrowser,
}, async (t) => {
  const [smtp, port] = [await startSmtpServer(t), String(await freePort())];
  const url = `http://127.0.0.1:${port}`;
  const names = { PORT: port, PUBLIC_URL: url, PUBLIC_PAGES: 'true', SHELTER_NAME: 'Harbour Street' };
  const app = await startApp(t, { ...names, ...mailVia(smtp) });
  const { service, key } = app;
  const olive = await addPet(service, key, { name: 'Olive' });
  const mail = async (number: number) => {
    service.clock.advance(5 * SECOND);
    const letter = await smtp.arrived(number);
    return [letter.to[0], subjectOf(letter)];
  };
  const manager = await signedIn(t, app, { at: '/today' });
  const phone = await (await sharedBrowser()).newContext(PHONE);
  t.after(() => phone.close());
  const visitor = await phone.newPage();

  await visitor.goto(`${url}/adopt`);
  await visitor.getByRole('link', { name: 'Olive' }).first().click();
  await visitor.getByRole('link', { name: 'Solicitar la adopción de Olive' }).click();
  await visitor.getByLabel('Su nombre').fill('Ana María');
  await visitor.getByLabel('correo electrónico').fill('ana@mail.example');
  await visitor.getByLabel('En una casa').check();
  await visitor.getByRole('group', { name: '¿Puede tener animales' }).getByLabel('Sí').check();
  await visitor.getByLabel('¿Quién vive con usted?').fill('Dos adultos');
  await visitor.getByLabel('¿Cuántas horas').fill('2');
  await visitor.getByLabel('¿Por qué desea adoptar').fill('Echamos de menos a nuestra perra.');
  service.clock.advance(5 * SECOND);
  await visitor.getByRole('button', { name: 'Enviar la solicitud' }).click();
  await visitor.getByRole('heading', { name: 'Su solicitud se envió' }).waitFor();
  assert.deepEqual(await mail(1), ['ana@mail.example', 'Hemos recibido su solicitud: Harbour Street']);
  await visitor.getByRole('link', { name: 'Abrir su página privada' }).click();
  await visitor.getByRole('heading', { name: 'Ha llegado' }).waitFor();
  const bo = { ...applicationOf(olive), name: 'Bo Berg', email: 'bo@mail.example', language: 'de' };
  const sent = await service.send('/v1/applications', { method: 'POST', key, body: bo });
  await mail(2);

  await manager.clock.runFor(6_000);
  await manager.getByRole('link', { name: '2 wait for an answer' }).first().click();
  await manager.getByRole('list', { name: 'Waiting' }).getByRole('link', { name: 'Ana María' }).click();
  await manager.getByRole('link', { name: '2 applications for this animal' }).click();
  const table = manager.getByRole('table');
  await table.getByRole('row', { name: 'Dos adultos Two adults' }).waitFor();
  await table.getByRole('link', { name: 'Open the application of Ana María' }).click();
  await manager.getByRole('button', { name: 'Accept…' }).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await mail(3), ['ana@mail.example', 'Buenas noticias sobre su solicitud para Olive']);
  await visitor.reload();
  await visitor.getByRole('heading', { name: 'Su solicitud fue aceptada' }).waitFor();
  const other = await phone.newPage();
  await other.goto(String(at(sent.json, 'url')));
  await other.getByText('Alguien va antes que usted').waitFor();

  await manager.getByRole('button', { name: 'Complete the adoption…' }).click();
  await dialog.getByRole('button', { name: 'Complete the adoption' }).click();
  await manager.getByText('The animal has found its home here.').waitFor();
  assert.deepEqual(await mail(4), ['bo@mail.example', 'Ihre Anfrage: Harbour Street']);
  await visitor.reload();
  await visitor.getByRole('heading', { name: 'Bienvenidos a casa' }).waitFor();
  await other.reload();
  await other.getByRole('heading', { name: 'Se encontró otro hogar' }).waitFor();
});
