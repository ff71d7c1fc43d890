import type { OrderStatus } from '@petstore/client';
import { inLanguage } from '../../texts/in-language.ts';

interface HistoryTexts {
  history: string;
  noEvents: string;
  loading: string;
  loadNewer: string;
  isCut: string;
  category(number: bigint): string;
  /** The effect of an order on the animal, by the new status of the order. */
  orders: Readonly<Record<OrderStatus, (order: string) => string>>;
  application: Readonly<
    Record<'created' | 'erased', (number: bigint) => string> & {
      updated(number: bigint, state: string): string;
    }
  >;
  order(number: bigint): string;
  listingChanged: string;
  profileChanges(count: number): string;
  allChanges: string;
  movementAdded: string;
  movementChanged: string;
  movementRemoved: string;
  added: string;
  addedAs(name: string): string;
  removed: string;
  restored: string;
  merged(name: string, number: bigint, into: bigint): string;
  /** What happened to a record before it was merged into this one. */
  ofRecord(number: bigint, words: string): string;
  changed: string;
  changedTo(name: string, category: string, status: string): string;
  renamed(before: string, after: string): string;
  categoryChanged(before: string, after: string): string;
  statusChanged(before: string, after: string): string;
  unchanged: string;
}

export const TEXTS = inLanguage<HistoryTexts>({
  en: {
    history: 'History',
    noEvents: 'Nothing of the history of this animal is kept.',
    loading: 'Loading…',
    loadNewer: 'Load what is newer',
    isCut: 'Earlier history is no longer kept.',
    category: (number) => `category ${number}`,
    orders: {
      placed: (order) => `On hold: ${order} was received`,
      approved: (order) => `Still on hold: ${order} was approved`,
      completed: (order) => `Adopted: ${order} was completed`,
      cancelled: (order) => `Available again: ${order} was cancelled`,
      expired: (order) => `Available again: ${order} expired`,
    },
    order: (number) => `reservation ${number}`,
    application: {
      created: (number) => `Application ${number} has arrived`,
      updated: (number, state) => `Application ${number} was changed: ${state}`,
      erased: (number) => `Application ${number} was erased`,
    },
    listingChanged: 'Profile or photos changed',
    profileChanges: (count) => `${count} changes of the profile or the photos`,
    allChanges: 'Old and new values',
    movementAdded: 'Stay: an entry was added',
    movementChanged: 'Stay: an entry was corrected',
    movementRemoved: 'Stay: an entry was deleted',
    added: 'Added',
    addedAs: (name) => `Added to the catalogue as “${name}”`,
    removed: 'Removed from the catalogue',
    restored: 'Restored from the bin',
    merged: (name, number, into) => `“${name}” (number ${number}) was merged into number ${into}`,
    ofRecord: (number, words) => `Number ${number}: ${words}`,
    changed: 'Changed',
    changedTo: (name, category, status) => `Changed: now “${name}”, ${category}, ${status}`,
    renamed: (before, after) => `Renamed from “${before}” to “${after}”`,
    categoryChanged: (before, after) => `Category changed from ${before} to ${after}`,
    statusChanged: (before, after) => `Status changed from ${before} to ${after}`,
    unchanged: 'Saved without a change',
  },
  es: {
    history: 'Historial',
    noEvents: 'No se conserva nada de la historia de este animal.',
    loading: 'Cargando…',
    loadNewer: 'Cargar lo más reciente',
    isCut: 'El historial anterior ya no se conserva.',
    category: (number) => `categoría ${number}`,
    orders: {
      placed: (order) => `Reservado: se recibió la ${order}`,
      approved: (order) => `Sigue reservado: se aprobó la ${order}`,
      completed: (order) => `Adoptado: se completó la ${order}`,
      cancelled: (order) => `Disponible de nuevo: se canceló la ${order}`,
      expired: (order) => `Disponible de nuevo: venció la ${order}`,
    },
    order: (number) => `reserva ${number}`,
    application: {
      created: (number) => `Llegó la solicitud ${number}`,
      updated: (number, state) => `Cambió la solicitud ${number}: ${state}`,
      erased: (number) => `Se borraron los datos de la solicitud ${number}`,
    },
    listingChanged: 'Cambió el perfil o las fotos',
    profileChanges: (count) => `${count} cambios del perfil o las fotos`,
    allChanges: 'Valores anteriores y nuevos',
    movementAdded: 'Estadía: se agregó una entrada',
    movementChanged: 'Estadía: se corrigió una entrada',
    movementRemoved: 'Estadía: se eliminó una entrada',
    added: 'Agregado',
    addedAs: (name) => `Agregado al catálogo como «${name}»`,
    removed: 'Eliminado del catálogo',
    restored: 'Restaurado de la papelera',
    merged: (name, number, into) => `«${name}» (número ${number}) se combinó con el número ${into}`,
    ofRecord: (number, words) => `Número ${number}: ${words}`,
    changed: 'Cambiado',
    changedTo: (name, category, status) => `Cambiado: ahora «${name}», ${category}, ${status}`,
    renamed: (before, after) => `Cambió de nombre: de «${before}» a «${after}»`,
    categoryChanged: (before, after) => `Cambió de categoría: de ${before} a ${after}`,
    statusChanged: (before, after) => `Cambió de estado: de ${before} a ${after}`,
    unchanged: 'Guardado sin cambios',
  },
  fr: {
    history: 'Historique',
    noEvents: 'Rien n’est conservé de l’historique de cet animal.',
    loading: 'Chargement…',
    loadNewer: 'Charger la suite',
    isCut: 'L’historique antérieur n’est plus conservé.',
    category: (number) => `catégorie ${number}`,
    orders: {
      placed: (order) => `Réservé : ${order} reçue`,
      approved: (order) => `Toujours réservé : ${order} acceptée`,
      completed: (order) => `Adopté : ${order} conclue`,
      cancelled: (order) => `De nouveau disponible : ${order} annulée`,
      expired: (order) => `De nouveau disponible : ${order} expirée`,
    },
    order: (number) => `réservation ${number}`,
    application: {
      created: (number) => `La demande ${number} est arrivée`,
      updated: (number, state) => `La demande ${number} a été modifiée : ${state}`,
      erased: (number) => `Les données de la demande ${number} ont été effacées`,
    },
    listingChanged: 'Profil ou photos modifiés',
    profileChanges: (count) => `${count} modifications du profil ou des photos`,
    allChanges: 'Anciennes et nouvelles valeurs',
    movementAdded: 'Séjour : un mouvement a été ajouté',
    movementChanged: 'Séjour : un mouvement a été corrigé',
    movementRemoved: 'Séjour : un mouvement a été supprimé',
    added: 'Ajouté',
    addedAs: (name) => `Ajouté au catalogue sous le nom « ${name} »`,
    removed: 'Supprimé du catalogue',
    restored: 'Restauré depuis la corbeille',
    merged: (name, number, into) => `« ${name} » (numéro ${number}) a été fusionné avec le numéro ${into}`,
    ofRecord: (number, words) => `Numéro ${number} : ${words}`,
    changed: 'Modifié',
    changedTo: (name, category, status) => `Modifié : maintenant « ${name} », ${category}, ${status}`,
    renamed: (before, after) => `Renommé : de « ${before} » à « ${after} »`,
    categoryChanged: (before, after) => `Catégorie modifiée : de ${before} à ${after}`,
    statusChanged: (before, after) => `Statut modifié : de ${before} à ${after}`,
    unchanged: 'Enregistré sans modification',
  },
  de: {
    history: 'Verlauf',
    noEvents: 'Vom Verlauf dieses Tiers ist nichts gespeichert.',
    loading: 'Wird geladen …',
    loadNewer: 'Neueres laden',
    isCut: 'Der frühere Verlauf ist nicht mehr gespeichert.',
    category: (number) => `Kategorie ${number}`,
    orders: {
      placed: (order) => `Reserviert: ${order} ist eingegangen`,
      approved: (order) => `Weiter reserviert: ${order} wurde angenommen`,
      completed: (order) => `Vermittelt: ${order} wurde abgeschlossen`,
      cancelled: (order) => `Wieder verfügbar: ${order} wurde abgesagt`,
      expired: (order) => `Wieder verfügbar: ${order} ist abgelaufen`,
    },
    order: (number) => `Reservierung ${number}`,
    application: {
      created: (number) => `Anfrage ${number} ist eingegangen`,
      updated: (number, state) => `Anfrage ${number} wurde geändert: ${state}`,
      erased: (number) => `Anfrage ${number} wurde gelöscht`,
    },
    listingChanged: 'Profil oder Fotos geändert',
    profileChanges: (count) => `${count} Änderungen am Profil oder an den Fotos`,
    allChanges: 'Alte und neue Werte',
    movementAdded: 'Aufenthalt: Ein Eintrag wurde hinzugefügt',
    movementChanged: 'Aufenthalt: Ein Eintrag wurde korrigiert',
    movementRemoved: 'Aufenthalt: Ein Eintrag wurde gelöscht',
    added: 'Hinzugefügt',
    addedAs: (name) => `Als „${name}“ in den Katalog aufgenommen`,
    removed: 'Aus dem Katalog entfernt',
    restored: 'Aus dem Papierkorb wiederhergestellt',
    merged: (name, number, into) => `„${name}“ (Nummer ${number}) wurde mit Nummer ${into} zusammengeführt`,
    ofRecord: (number, words) => `Nummer ${number}: ${words}`,
    changed: 'Geändert',
    changedTo: (name, category, status) => `Geändert: jetzt „${name}“, ${category}, ${status}`,
    renamed: (before, after) => `Umbenannt von „${before}“ in „${after}“`,
    categoryChanged: (before, after) => `Kategorie geändert von ${before} in ${after}`,
    statusChanged: (before, after) => `Status geändert von ${before} in ${after}`,
    unchanged: 'Ohne Änderung gespeichert',
  },
});
