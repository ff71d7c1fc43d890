// cspell:disable
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BELLA, contextFor, LUNA } from '@petstore/testing/fixtures/site-files.ts';
import { ADOPT_A_PET } from '../sites/adopt-a-pet.ts';
import { PETFINDER } from '../sites/petfinder.ts';
import { RESCUE_GROUPS } from '../sites/rescue-groups.ts';
import type { Site } from '../sites/site.ts';
import { animalLine, headerLine } from './animals-file.ts';
import { configurationFile } from './configuration-file.ts';
import { factsOf } from './facts.ts';

function fileFor(site: Site): string {
  const lines = [BELLA, LUNA].map((animal) => animalLine(site, factsOf(animal, contextFor(site))));
  return headerLine(site) + lines.join('');
}

function photo(letter: string): string {
  return `https://shelter.example/photos/${letter.repeat(32)}/800.jpg`;
}

test('Petfinder gets this file', () => {
  assert.equal(
    fileFor(PETFINDER),
    `ID,Internal,AnimalName,PrimaryBreed,SecondaryBreed,Sex,Size,Age,Desc,Type,Status,Shots,Altered,NoDogs,NoCats,NoKids,Housetrained,Declawed,specialNeeds,Mix,photo1,photo2,photo3,photo4,photo5,photo6,arrival_date,birth_date,primaryColor,secondaryColor,tertiaryColor,coat_length,adoption_fee,display_adoption_fee,adoption_fee_waived,special_needs_notes,no_other,no_other_note,tags
"3562","3562","Bella ""Bel"" O'Hara","Labrador Retriever","Beagle","F","XL","Young","Loves walks - and ""people"".&#10;Weighs &lt; 20 kg.&#10;&#10;Tom & Jerry agree...","Dog","A","1","1","1","","0","","","1","1","${photo('a')}","${photo('b')}","${photo('c')}","${photo('d')}","${photo('e')}","https://www.youtube.com/watch?v=abc","2026-10-01","2024-11-27","Black","White / Cream","","Short","125.50","1","","A tablet a day.","","","calm,good  really"
"7","7","Luna","Domestic Short Hair","","M","","","","Cat","A","","","","","","","","","","","","","","","","","","","","","","","","","","","",""
`,
  );
});

test('Adopt a Pet gets this file', () => {
  assert.equal(
    fileFor(ADOPT_A_PET),
    `Id,Animal,Breed,Breed2,Purebred,Age,Name,Size,Sex,Description,Status,GoodWKids,GoodWCats,GoodWDogs,SpayedNeutered,ShotsCurrent,Housetrained,Declawed,SpecialNeeds,HairLength,YouTubeVideoURL,Birthdate,Sizecurrent,SizeUOM,AdoptionFee,Cratetrained,HeartwormNegative,HeartwormPositive,Leashtrained,IndoorOnly,FIVPositive,SpecialDietaryNeeds
"3562","Dog","Labrador Retriever","Beagle","0","Young","Bella ""Bel"" O'Hara","XL","F","Loves walks - and ""people"".<br />Weighs &lt; 20 kg.<br /><br />Tom & Jerry agree...","Available","1","","0","1","1","0","","1","","https://www.youtube.com/watch?v=abc","11/27/2024","","","126","","","","","","",""
"7","Cat","Domestic Shorthair","","","","Luna","","M","","Available","","","","","","","","","","","","","","","","","","","","",""
`,
  );
});

test('RescueGroups gets this file', () => {
  assert.equal(
    fileFor(RESCUE_GROUPS),
    `orgID, animalID, status, lastUpdated, rescueID, name, summary, species, breed, primaryBreed, secondaryBreed, sex, mixed, dogs, cats, kids, declawed, housetrained, age, specialNeeds, altered, size, uptodate, color, coatLength, pattern, courtesy, description, pic1, pic2, pic3, pic4
"XX123","3562","Available","1795608000","3562","Bella ""Bel"" O'Hara","","Dog","Labrador Retriever mix / Beagle","Labrador Retriever","Beagle","Female","Yes","No","","Yes","","No","Young","Yes","Yes","XL","Yes","Black and white","Short","","","Loves walks - and ""people"".<br />Weighs &lt; 20 kg.<br /><br />Tom & Jerry agree...","3562-1.jpg","3562-2.jpg","3562-3.jpg","3562-4.jpg"
"XX123","7","Available","","7","Luna","","Cat","domestic shorthair","Domestic Short Hair","","Male","","","","","","","","","","","","","","","","","","","",""
`,
  );
});

test('the configuration of Adopt a Pet numbers the columns of the file, and names the kinds that it does not have', () => {
  const lines = configurationFile(ADOPT_A_PET).split('\n');
  const columns = ADOPT_A_PET.header.split(',');
  assert.deepEqual(
    lines.filter((line) => line.startsWith('#')),
    columns.map((name, n) => `#${n + 1}:${name}=${name}`),
  );
  const kinds = lines.slice(lines.indexOf('#2:Animal=Animal') + 1, lines.indexOf('#3:Breed=Breed'));
  assert.equal(kinds.includes('Ferret=Small Animal'), true);
  const species = ADOPT_A_PET.words.map((words) => words.species);
  for (const line of kinds) assert.equal(species.includes(line.split('=')[1] ?? ''), true, line);
});
