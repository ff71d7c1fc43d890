// cspell:disable
import { BIRD_BREEDS, CAT_BREEDS, DOG_BREEDS, HORSE_BREEDS, RABBIT_BREEDS } from './petfinder-words.ts';
import { items, type SpeciesWords } from './site.ts';

/** Where its name of a breed is another one than that of Petfinder. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'Appenzell Mountain Dog': 'Shepherd (Unknown Type)',
  'Australian Cattle Dog / Blue Heeler': 'Australian Cattle Dog',
  'Belgian Shepherd / Malinois': 'Belgian Malinois',
  'Belgian Shepherd / Sheepdog': 'Belgian Shepherd',
  'Belgian Shepherd / Tervuren': 'Belgian Tervuren',
  'Black Labrador Retriever': 'Labrador Retriever',
  'Brittany Spaniel': 'Brittany',
  'Chinese Crested Dog': 'Chinese Crested',
  'Chinese Foo Dog': 'Shepherd (Unknown Type)',
  'Chocolate Labrador Retriever': 'Labrador Retriever',
  'English Coonhound': 'English (Redtick) Coonhound',
  'Fox Terrier': 'Fox Terrier (Smooth)',
  Hound: 'Hound (Unknown Type)',
  'Mixed Breed': 'Mixed Breed (Medium)',
  'Newfoundland Dog': 'Newfoundland',
  'Pit Bull Terrier': 'American Pit Bull Terrier',
  Poodle: 'Poodle (Standard)',
  Retriever: 'Retriever (Unknown Type)',
  'Saint Bernard': 'St. Bernard',
  Schnauzer: 'Schnauzer (Standard)',
  'Scottish Terrier': 'Scottie, Scottish Terrier',
  Setter: 'Setter (Unknown Type)',
  'Sheep Dog': 'Old English Sheepdog',
  Shepherd: 'Shepherd (Unknown Type)',
  'Shetland Sheepdog / Sheltie': 'Sheltie, Shetland Sheepdog',
  Spaniel: 'Spaniel (Unknown Type)',
  Spitz: 'Spitz (Unknown Type, Medium)',
  Terrier: 'Terrier (Unknown Type, Small)',
  'West Highland White Terrier / Westie': 'Westie, West Highland White Terrier',
  'White German Shepherd': 'German Shepherd Dog',
  'Wirehaired Terrier': 'Terrier (Unknown Type, Medium)',
  'Yellow Labrador Retriever': 'Labrador Retriever',
  'Yorkshire Terrier': 'Yorkie, Yorkshire Terrier',
  'Canadian Hairless': 'Sphynx',
  'Dilute Calico': 'Calico',
  'Domestic Long Hair': 'Domestic Longhair',
  'Domestic Medium Hair': 'Domestic Mediumhair',
  'Domestic Short Hair': 'Domestic Shorthair',
  'Exotic Shorthair': 'Exotic',
  'Extra-Toes Cat / Hemingway Polydactyl': 'Hemingway/Polydactyl',
  Havana: 'Havana Brown',
  'Oriental Long Hair': 'Oriental',
  'Oriental Short Hair': 'Oriental',
  'Sphynx / Hairless Cat': 'Sphynx',
};

/** Colours that are breeds at Petfinder only. */
const NO_BREEDS = items(
  'Dilute Tortoiseshell | Oriental Tabby | Silver | Tabby | Tiger | Torbie | Tortoiseshell | Tuxedo',
);

const RABBIT_NAMES: Readonly<Record<string, string>> = {
  'Angora Rabbit': 'Angora, English',
  'Bunny Rabbit': 'Other/Unknown',
  Chinchilla: 'Chinchilla, Standard',
  'English Lop': 'Lop, English',
  'French Lop': 'Lop, French',
  'Holland Lop': 'Lop, Holland',
  Hotot: 'Blanc de Hotot',
  'Lop Eared': 'Lop-Eared',
};

const SMALL_BREEDS = items(
  'Chinchilla | Degu | Ferret | Gerbil | Guinea Pig | Hamster | Hedgehog | Mouse | Prairie Dog | Rat | Sugar Glider',
);
const REPTILE_BREEDS = items(
  'Bearded Dragon | Boa | Chameleon | Frog | Gecko | Iguana | Lizard | Python | Snake | Toad | Tortoise | Turtle',
);
const FARM_BREEDS = items(
  'Alpaca | Chicken | Cow | Duck | Goat | Goose | Llama | Pig (Farm) | Pig (Potbellied) | Rooster | Sheep | Turkey',
);

function renamed(breeds: readonly string[], names: Readonly<Record<string, string>>): readonly string[] {
  const own = breeds.filter((breed) => !NO_BREEDS.includes(breed)).map((breed) => names[breed] ?? breed);
  return [...new Set(own)].toSorted();
}

export const ADOPT_A_PET_WORDS: readonly SpeciesWords[] = [
  { species: 'Dog', breeds: renamed(DOG_BREEDS, OTHER_NAMES), colors: [], coats: [] },
  {
    species: 'Cat',
    breeds: renamed(CAT_BREEDS, OTHER_NAMES),
    colors: [],
    coats: ['Short', 'Medium', 'Long'],
  },
  { species: 'Rabbit', breeds: renamed(RABBIT_BREEDS, RABBIT_NAMES), colors: [], coats: ['Short', 'Long'] },
  { species: 'Bird', breeds: BIRD_BREEDS, colors: [], coats: [] },
  {
    species: 'Small Animal',
    breeds: SMALL_BREEDS,
    colors: [],
    coats: ['Hairless', 'Short', 'Medium', 'Long'],
  },
  { species: 'Reptile', breeds: REPTILE_BREEDS, colors: [], coats: [] },
  { species: 'Horse', breeds: HORSE_BREEDS, colors: [], coats: [] },
  { species: 'Farm Animal', breeds: FARM_BREEDS, colors: [], coats: [] },
];
