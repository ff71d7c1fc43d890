import type { Texts } from './texts.ts';

export const FR: Texts = {
  list: 'Animaux qui cherchent un foyer',
  loading: 'Chargement des animaux…',
  empty: 'Aucun animal n’attend ici en ce moment. De nouveaux arrivent souvent : revenez bientôt.',
  failed: 'Désolé, les animaux ne peuvent pas être affichés pour le moment.',
  all: 'Voir tous les animaux',
  shown: (count) => (count === 1 ? '1 animal' : `${count} animaux`),
  unnamed: 'Pas encore de nom',
  female: 'Femelle',
  male: 'Mâle',
  about: (age) => `environ ${age}`,
  goodWith: 'S’entend avec',
  children: 'les enfants',
  dogs: 'les chiens',
  cats: 'les chats',
  together: (names) => `À adopter avec ${names}`,
};
