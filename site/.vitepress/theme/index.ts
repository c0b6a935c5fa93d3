import { h } from 'vue';
import DefaultTheme from 'vitepress/theme-without-fonts';
import FlowPicture from './FlowPicture.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(FlowPicture) }),
};
