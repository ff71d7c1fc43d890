import { phrases, plain } from './words.ts';

/** The words of each kind of animal, in singular and plural and in each language. All words of a line are one category. */
const KINDS: readonly (readonly string[])[] = [
  phrases(
    'dog, dogs, canine, canines, perro, perros, perra, perras, can, canes, chien, chiens, chienne, chiennes, hund, hunde, hundin, hundinnen',
  ),
  phrases(
    'cat, cats, feline, felines, gato, gatos, gata, gatas, chat, chats, chatte, chattes, katze, katzen, kater',
  ),
  phrases('puppy, puppies, cachorro, cachorros, cachorra, cachorras, chiot, chiots, welpe, welpen'),
  phrases('kitten, kittens, gatito, gatitos, gatita, gatitas, chaton, chatons, katzchen'),
  phrases(
    'rabbit, rabbits, bunny, bunnies, conejo, conejos, coneja, conejas, lapin, lapins, lapine, lapines, kaninchen',
  ),
  phrases(
    'guinea pig, guinea pigs, cavy, cavies, cobaya, cobayas, cuy, cuyes, cochon d inde, cochons d inde, cobaye, cobayes, meerschweinchen',
  ),
  phrases('hamster, hamsters, hamsteres'),
  phrases('gerbil, gerbils, jerbo, jerbos, gerbille, gerbilles, rennmaus, rennmause'),
  phrases('mouse, mice, raton, ratones, souris, maus, mause'),
  phrases('rat, rats, rata, ratas, ratte, ratten'),
  phrases('chinchilla, chinchillas, chinchila, chinchilas'),
  phrases('ferret, ferrets, huron, hurones, furet, furets, frettchen'),
  phrases('hedgehog, hedgehogs, erizo, erizos, herisson, herissons, igel'),
  phrases('degu, degus'),
  phrases('sugar glider, sugar gliders, petauro, petauros'),
  phrases('rodent, rodents, roedor, roedores, rongeur, rongeurs, nagetier, nagetiere, nager'),
  phrases(
    'small animal, small animals, small furry, small and furry, small mammal, small mammals, kleintier, kleintiere, petit animal, petits animaux',
  ),
  phrases('bird, birds, avian, ave, aves, pajaro, pajaros, oiseau, oiseaux, vogel'),
  phrases('parrot, parrots, loro, loros, papagayo, papagayos, perroquet, perroquets, papagei, papageien'),
  phrases(
    'parakeet, parakeets, budgie, budgies, budgerigar, budgerigars, periquito, periquitos, perruche, perruches, wellensittich, wellensittiche',
  ),
  phrases('cockatiel, cockatiels, ninfa, ninfas, carolina, carolinas'),
  phrases('cockatoo, cockatoos, cacatua, cacatuas'),
  phrases('macaw, macaws, guacamayo, guacamayos'),
  phrases('canary, canaries, canario, canarios, canari, canaris, kanarienvogel'),
  phrases('finch, finches, pinzon, pinzones'),
  phrases('dove, doves, pigeon, pigeons, paloma, palomas, colombe, colombes, taube, tauben'),
  phrases(
    'chicken, chickens, hen, hens, gallina, gallinas, pollo, pollos, poule, poules, huhn, huhner, henne, hennen',
  ),
  phrases('rooster, roosters, gallo, gallos, coq, coqs, hahn, hahne'),
  phrases('duck, ducks, pato, patos, canard, canards, ente, enten'),
  phrases('goose, geese, ganso, gansos, oca, ocas, oie, oies, gans, ganse'),
  phrases('turkey, turkeys, pavo, pavos, dinde, dindes, pute, puten'),
  phrases('quail, quails, codorniz, codornices'),
  phrases('poultry, fowl, barnyard fowl, aves de corral'),
  phrases(
    'horse, horses, equine, equines, caballo, caballos, yegua, yeguas, cheval, chevaux, jument, juments, pferd, pferde',
  ),
  phrases('pony, ponies, poni, ponis, poney, poneys, ponys'),
  phrases('donkey, donkeys, burro, burros, asno, asnos, ane, anes, esel'),
  phrases('mule, mules, mula, mulas, mulo, mulos'),
  phrases(
    'pig, pigs, swine, hog, hogs, cerdo, cerdos, cerda, cerdas, chancho, chanchos, cochon, cochons, porc, porcs, schwein, schweine',
  ),
  phrases('goat, goats, cabra, cabras, chivo, chivos, chevre, chevres, ziege, ziegen'),
  phrases('sheep, sheeps, oveja, ovejas, mouton, moutons, brebis, schaf, schafe'),
  phrases('lamb, lambs, cordero, corderos'),
  phrases('cow, cows, cattle, bovine, bovines, vaca, vacas, vache, vaches, kuh, kuhe, rind, rinder'),
  phrases('calf, calves, ternero, terneros, ternera, terneras'),
  phrases('bull, bulls, toro, toros'),
  phrases('llama, llamas'),
  phrases('alpaca, alpacas'),
  phrases('livestock, farm animal, farm animals, animal de granja, animales de granja, ganado'),
  phrases('turtle, turtles, tortuga, tortugas, tortue, tortues, schildkrote, schildkroten'),
  phrases('tortoise, tortoises'),
  phrases('lizard, lizards, lagarto, lagartos, lagartija, lagartijas, lezard, lezards, echse, echsen'),
  phrases('gecko, geckos, geckoes, geco, gecos'),
  phrases('bearded dragon, bearded dragons, dragon barbudo, dragones barbudos'),
  phrases('iguana, iguanas'),
  phrases('snake, snakes, serpiente, serpientes, culebra, culebras, serpent, serpents, schlange, schlangen'),
  phrases('reptile, reptiles, reptil, reptilien'),
  phrases('frog, frogs, rana, ranas, grenouille, grenouilles, frosch, frosche'),
  phrases('toad, toads, sapo, sapos'),
  phrases('amphibian, amphibians, anfibio, anfibios'),
  phrases('fish, fishes, pez, peces, poisson, poissons, fisch, fische'),
  phrases('fox, foxes, zorro, zorros'),
  phrases('monkey, monkeys, mono, monos'),
  phrases('wolf, wolves, lobo, lobos'),
  phrases('bat, bats, murcielago, murcielagos'),
  phrases('raccoon, raccoons, mapache, mapaches'),
  phrases('opossum, opossums, possum, possums, zarigueya, zarigueyas'),
  phrases('squirrel, squirrels, ardilla, ardillas'),
  phrases('skunk, skunks, zorrillo, zorrillos, mofeta, mofetas'),
  phrases('deer, ciervo, ciervos, venado, venados'),
  phrases('spider, spiders, tarantula, tarantulas, arana, aranas'),
  phrases('crab, crabs, hermit crab, hermit crabs, cangrejo, cangrejos'),
  phrases('insect, insects, insecto, insectos'),
  phrases('wildlife, wild animal, wild animals, fauna silvestre, animal silvestre, animales silvestres'),
  phrases('exotic, exotics, exotico, exoticos'),
  phrases('other, others, otro, otros, otra, otras, autre, autres, andere, anderes, sonstige, sonstiges'),
];

/** A longer text names no kind that is known. */
const MAX_LENGTH = 100;
const BY_WORD = new Map(KINDS.flatMap((words) => words.map((word) => [word, words[0] ?? word])));

/** Returns the same text for all words of one kind of animal: `horse` for `Horses` and `Caballos`. A word that is not in the table is a kind of its own. */
export function kindOf(text: string): string {
  const word = (text.length <= MAX_LENGTH && plain(text)) || text.trim();
  return BY_WORD.get(word) ?? word;
}
