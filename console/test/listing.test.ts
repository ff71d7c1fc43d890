import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { pictureFile, settled, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };
const BROKEN = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
interface Photo {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly focalPoint: { readonly x: number; readonly y: number };
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test(
  'on a phone: adds an animal with three photos and a profile, finds it by a word without its accents, and gives it a home',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await signedIn(t, app, PHONE);
    await page.getByRole('button', { name: 'Add an animal' }).click();
    const form = page.getByRole('dialog', { name: 'Add an animal' });
    await form.getByLabel('Name').fill('Bella');
    await form.getByLabel('Number of the category').fill('1');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Bella' }).click();
    const files = ['1.jpg', '2.jpg', '3.jpg'].map((name) => pictureFile(name));
    await page.getByLabel('Add photos').setInputFiles(await Promise.all(files));
    await page.getByRole('img', { name: 'Photo of Bella' }).nth(2).waitFor();
    await page.getByRole('button', { name: 'Change the profile' }).click();
    const profile = page.getByRole('dialog', { name: 'Profile of Bella' });
    await profile.getByLabel('Description').fill('Loves the café and long walks.');
    await profile.getByLabel('Breed', { exact: true }).fill('Beagle');
    await profile.getByLabel('Sex').selectOption('Female');
    await profile.getByRole('group', { name: 'Good with children' }).getByLabel('Yes').check();
    await profile.getByLabel('Or its age').fill('3');
    await profile.getByText('about 3 years old').waitFor();
    await profile.getByText('Not saved yet').waitFor();
    await profile.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Female, Beagle').waitFor();
    // Until the dialog is closed, the hint beside the age has the same text.
    await page.getByRole('listitem').filter({ hasText: 'about 3 years old' }).waitFor();

    await page.getByRole('link', { name: 'Animals', exact: true }).click();
    await addPet(app.service, app.key, { name: 'Rex' });
    await page.getByRole('searchbox', { name: 'Search animals' }).fill('cafe walk');
    await page.clock.runFor(400);
    // The list before the search has this animal, too.
    await page.waitForURL(/q=/);
    await page.getByText('Beagle · female').waitFor();
    assert.ok(page.url().endsWith('#/animals?q=cafe+walk'), page.url());
    await page.getByLabel('Status of Bella').selectOption('Adopted');
    await page.clock.runFor(10_100);
    await settled(page);
    const [pet] = await readAll(app.service, app.key, '/v1/pets?status=sold');
    assert.equal(pet?.name, 'Bella');
  },
);

test(
  'names a picture that is rejected, changes the main photo, describes and removes one; another session sees it',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: `/animals/${id}` });
    await page
      .getByLabel('Add photos')
      .setInputFiles([BROKEN, await pictureFile('1.jpg'), await pictureFile('2.jpg')]);
    await page.getByText('broken.jpg was not added.').waitFor();
    await page.getByRole('img', { name: 'Photo of Bella' }).nth(1).waitFor();
    const other = await signedIn(t, app, { at: `/animals/${id}` });
    await page.getByRole('button', { name: 'What to do with photo 2' }).click();
    await page.getByRole('button', { name: 'Describe photo 2' }).click();
    await page.getByLabel('What it shows').fill('Bella in the garden');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'What to do with photo 2' }).click();
    await page.getByRole('button', { name: 'Make it the main photo photo 2' }).click();
    await page.locator('.photo-list li').first().getByRole('img', { name: 'Bella in the garden' }).waitFor();
    await page.getByRole('button', { name: 'What to do with photo 2' }).click();
    await page.getByRole('button', { name: 'Remove photo 2' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('img', { name: 'Photo of Bella' }).waitFor({ state: 'detached' });
    await other.clock.runFor(6_000);
    await other.locator('.photo-list li').first().getByRole('img', { name: 'Bella in the garden' }).waitFor();
    assert.equal(await other.locator('.photo-list li').count(), 1);
  },
);

test(
  'orders photos by dragging and by keys, chooses what stays visible, rotates and crops, by keys too',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: `/animals/${id}` });
    const photos = async () => {
      const [listing] = await readAll(app.service, app.key, '/v1/listings');
      return listing?.photos as Photo[]; // as openapi.json describes it
    };
    const changed = (method: string) =>
      page.waitForResponse((response) => response.request().method() === method && response.ok());
    await page
      .getByLabel('Add photos')
      .setInputFiles([await pictureFile('1.jpg'), await pictureFile('2.jpg')]);
    await page.getByRole('img', { name: 'Photo of Bella' }).nth(1).waitFor();
    await settled(page);
    const [first, second] = (await photos()).map((photo) => photo.id);
    const order = async () => (await photos()).map((photo) => photo.id);

    const keyed = changed('PATCH');
    await page.getByRole('button', { name: 'Photo 2 of 2: drag it' }).press('ArrowLeft');
    await page.getByRole('status').getByText('The photo is now number 1 of 2.').waitFor();
    await keyed;
    assert.deepEqual(await order(), [second, first]);
    await settled(page);

    const handle = await page.getByRole('button', { name: 'Photo 2 of 2: drag it' }).boundingBox();
    const main = await page.locator('.photo-list > li').first().boundingBox();
    assert.ok(handle !== null && main !== null);
    const dragged = changed('PATCH');
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(main.x + 30, main.y + 30, { steps: 3 });
    await page.mouse.up();
    await dragged;
    assert.deepEqual(await order(), [first, second]);
    await settled(page);

    await page.getByRole('button', { name: 'What to do with photo 1' }).click();
    await page.getByRole('button', { name: 'Choose what stays visible photo 1' }).click();
    const mark = page.getByRole('button', { name: 'The mark is' });
    // Of a picture of 96 x 64.
    await page.locator('.photo-frame').click({ position: { x: 48, y: 32 } });
    await page.getByText('The mark is 50 % from the left and 50 % from the top.').waitFor();
    await mark.press('ArrowUp');
    await mark.press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await mark.waitFor({ state: 'detached' });
    assert.deepEqual((await photos())[0]?.focalPoint, { x: 60, y: 49 });
    await page.locator('.photo-list img[style*="object-position: 60% 49%"]').waitFor();

    await page.getByRole('button', { name: 'What to do with photo 1' }).click();
    await page.getByRole('button', { name: 'Rotate and crop photo 1' }).click();
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await page.getByRole('button', { name: 'Lower right corner' }).press('Shift+ArrowUp');
    await page.getByText('Kept: 100 % of the width from 0 %, 90 % of the height from 0 %.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const [edited, other] = await photos();
    // Of 96 x 64.
    assert.deepEqual([edited?.width, edited?.height, other?.id], [64, 86, second]);
  },
);

test(
  'a profile that someone else changed is not overwritten without notice, and a new name is saved',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const page = await signedIn(t, app, { at: `/animals/${id}` });
    await page.getByRole('button', { name: 'Change the profile' }).click();
    const profile = page.getByRole('dialog', { name: 'Profile of Bella' });
    await profile.getByLabel('Name').fill('Bello');
    await profile.getByLabel('Breed', { exact: true }).fill('Beagle');
    const send = { method: 'PATCH', key: app.key, body: { breed: 'Collie', color: 'Black' } };
    await app.service.send(`/v1/pets/${id}/profile`, send);
    await profile.getByRole('button', { name: 'Save', exact: true }).click();
    await profile.getByText('Theirs: Collie').waitFor();
    assert.equal(await profile.getByLabel('Breed', { exact: true }).inputValue(), 'Beagle');
    await profile.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Beagle, black').waitFor();
    await page.getByRole('heading', { name: 'Bello', exact: true }).waitFor();
  },
);
