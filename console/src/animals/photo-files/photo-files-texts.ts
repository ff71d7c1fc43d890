import { inLanguage } from '../../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    heic: (file: string) =>
      `${file} is a HEIC photo, which this browser cannot convert. On an iPhone, choose Settings > Camera > Formats > Most Compatible for new photos, or share or export this one as JPEG.`,
  },
  es: {
    heic: (file) =>
      `${file} es una foto HEIC, que este navegador no puede convertir. En el iPhone, elija Ajustes (o Configuración) > Cámara > Formatos > Más compatible para las fotos nuevas, o comparta o exporte esta como JPEG.`,
  },
  fr: {
    heic: (file) =>
      `${file} est une photo HEIC, que ce navigateur ne peut pas convertir. Sur un iPhone, choisissez Réglages > Appareil photo > Formats > Le plus compatible pour les nouvelles photos, ou partagez ou exportez celle-ci en JPEG.`,
  },
  de: {
    heic: (file) =>
      `${file} ist ein HEIC-Foto, das dieser Browser nicht umwandeln kann. Wählen Sie auf dem iPhone Einstellungen > Kamera > Formate > Maximale Kompatibilität für neue Fotos, oder teilen oder exportieren Sie dieses als JPEG.`,
  },
});
