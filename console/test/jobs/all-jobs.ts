import './adoption.ts';
import './animals.ts';
import './applications.ts';
import './categories.ts';
import './export.ts';
import './import.ts';
import './programs.ts';
import './web-site.ts';
