import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns } from './column-guesses.ts';

test('recognises the columns of breeds, coats, vaccinations, microchips, videos, tags and groups in every language', () => {
  const fields = 'secondBreed, mixed, coatLength, vaccinated, microchip, videoUrl, tags, goesTogetherWith';
  for (const names of [
    'Secondary Breed, Mixed Breed, Hair Length, Shots Current, Microchip #, YouTube Video URL, Tags, Bonded with',
    'Segunda raza, Mestizo, Largo del pelo, Vacunas al día, Número de chip, Video, Etiquetas, Pareja',
    'Deuxième race, Croisé, Longueur du poil, Vacciné, Numéro de puce, Vidéo, Mots-clés, Compagnons',
    'Zweite Rasse, Mischling, Felllänge, Geimpft, Chipnummer, Video, Schlagwörter, Gehört zusammen mit',
    fields,
  ]) {
    const headers = names.split(', ');
    const guesses: Readonly<Record<string, unknown>> = guessColumns(['ID', 'Name', 'Breed', ...headers]);
    assert.deepEqual(
      fields.split(', ').map((field) => guesses[field]),
      headers,
    );
    assert.equal(guesses.reference, 'ID');
  }
});

test('a chip number is the own number of animals that have no other, and then not read as a microchip', () => {
  assert.deepEqual(guessColumns(['Name', 'Chip']), { name: 'Name', reference: 'Chip' });
});
